import { KeyRound, Link2Off } from "lucide-react";
import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import * as v from "valibot";
import { linkEnded, refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { EmptyState } from "../../../components/empty-state";
import { Form } from "../../../components/form";
import { LinkButton } from "../../../components/links";
import { SignInCard } from "../../../components/sign-in-card";
import { useHydrated } from "../../../lib/hydrated";
import { forgotPasswordOf, paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { useResetPassword } from "../api/sign-in";
import { NewPasswordFields } from "../components/new-password-fields";
import { usePasswordMismatch } from "../password-mismatch";

const passwordShape = v.object({ password: v.string(), confirm: v.string() });

export function Page({ title }: { title: string }) {
  const reset = useResetPassword();
  const mismatch = usePasswordMismatch();
  const errors = useMemo(
    () => ({ ...refusedFields(reset.error), ...mismatch.fields }),
    [reset.error, mismatch.fields],
  );
  const navigate = useNavigate();
  const hydrated = useHydrated();
  // The fragment never leaves the browser on its own; only the form sends it.
  const token = useLocation().hash.slice(1);

  if (linkEnded(reset.error) || (hydrated && token === "")) {
    return (
      <div role="alert">
        <EmptyState
          heading="h1"
          icon={<Link2Off aria-hidden className="size-9" />}
          title={m.reset_ended_title()}
          text={m.reset_ended_text()}
        >
          <LinkButton to={forgotPasswordOf("user")}>{m.reset_ask_again()}</LinkButton>
          <LinkButton tone="quiet" to={paths.login}>
            {m.forgot_back()}
          </LinkButton>
        </EmptyState>
      </div>
    );
  }

  function submit(form: FormData): void {
    reset.reset();
    const { password, confirm } = v.parse(passwordShape, Object.fromEntries(form));
    if (mismatch.refuses({ password, confirm })) return;
    reset.mutate({ token, password }, { onSuccess: () => navigate(paths.login, { replace: true }) });
  }

  return (
    <SignInCard icon={<KeyRound aria-hidden className="size-10" />} title={title} text={m.reset_text()}>
      <Form errors={errors} onSubmit={submit}>
        <NewPasswordFields label={m.reset_password()} onChange={mismatch.clear} />
        <Button type="submit" size="large" isPending={reset.isPending}>
          {m.reset_button()}
        </Button>
      </Form>
    </SignInCard>
  );
}
