import { KeyRound } from "lucide-react";
import { useNavigate } from "react-router";
import * as v from "valibot";
import { linkEnded } from "../../../api/problem";
import { useLink } from "../../../api/use-link";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { LinkOver } from "../../../components/link-page";
import { LinkButton } from "../../../components/links";
import { NewPasswordFields } from "../../../components/new-password-fields";
import { SignInCard } from "../../../components/sign-in-card";
import { forgotPasswordOf } from "../../../lib/paths";
import { m } from "../../../messages";
import { resetLinkQuery, useResetPassword } from "../api/sign-in";
import { usePasswordTwice } from "../password-twice";
import { useLoginRole } from "./forgot-password";

const passwordShape = v.object({ password: v.string(), confirm: v.string() });

export function Page({ title }: { title: string }) {
  const reset = useResetPassword();
  const { errors, differ, mend } = usePasswordTwice(reset);
  const navigate = useNavigate();
  const { role, login } = useLoginRole();
  const { token, load: link, isOver } = useLink(resetLinkQuery);

  if (isOver || linkEnded(reset.error)) {
    return (
      <LinkOver text={m.reset_ended_text()}>
        <LinkButton to={forgotPasswordOf(role)}>{m.reset_new_link()}</LinkButton>
        <LinkButton tone="quiet" to={login}>
          {m.forgot_back()}
        </LinkButton>
      </LinkOver>
    );
  }

  function submit(form: FormData): void {
    const { password, confirm } = v.parse(passwordShape, Object.fromEntries(form));
    if (differ({ password, confirm })) return;
    reset.mutate({ token, password }, { onSuccess: () => navigate(login, { replace: true }) });
  }

  return (
    <SignInCard icon={KeyRound} title={title} text={m.reset_text()}>
      <Form errors={errors} onSubmit={submit}>
        <div>
          <p className="text-sm text-muted">{m.field_email()}</p>
          <p className="mt-0.5 min-h-6 wrap-anywhere">{link.data?.email}</p>
        </div>
        <NewPasswordFields label={m.reset_password()} onChange={mend} />
        <Button type="submit" size="large" isPending={reset.isPending}>
          {m.reset_button()}
        </Button>
      </Form>
    </SignInCard>
  );
}
