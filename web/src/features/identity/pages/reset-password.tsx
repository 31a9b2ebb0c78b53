import { KeyRound, Link2Off } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import * as v from "valibot";
import { linkEnded } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { LinkButton } from "../../../components/links";
import { NewPasswordFields } from "../../../components/new-password-fields";
import { Note } from "../../../components/note";
import { SignInCard } from "../../../components/sign-in-card";
import { useHydrated } from "../../../lib/hydrated";
import { forgotPasswordOf } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { useResetPassword } from "../api/sign-in";
import { useLoginRole } from "../login-roles";
import { usePasswordTwice } from "../password-twice";

const passwordShape = v.object({ password: v.string(), confirm: v.string() });

export function Page({ title }: { title: string }) {
  const reset = useResetPassword();
  const { errors, differ, mend } = usePasswordTwice(reset);
  const navigate = useNavigate();
  const { role, login } = useLoginRole();
  const hydrated = useHydrated();
  // The fragment never leaves the browser on its own; only the form sends it.
  const token = useLocation().hash.slice(1);

  if (linkEnded(reset.error) || (hydrated && token === "")) {
    return (
      <div role="alert">
        <Note heading="h1" icon={Link2Off} title={m.reset_ended_title()} text={m.reset_ended_text()}>
          <LinkButton to={forgotPasswordOf(role)}>{m.reset_ask_again()}</LinkButton>
          <LinkButton tone="quiet" to={login}>
            {m.forgot_back()}
          </LinkButton>
        </Note>
      </div>
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
        <NewPasswordFields label={m.reset_password()} onChange={mend} />
        <Button type="submit" size="large" isPending={reset.isPending}>
          {m.reset_button()}
        </Button>
      </Form>
    </SignInCard>
  );
}
