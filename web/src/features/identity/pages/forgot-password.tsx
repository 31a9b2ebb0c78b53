import { KeyRound, MailCheck } from "lucide-react";
import { useLocation } from "react-router";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { EmptyState } from "../../../components/empty-state";
import { Form } from "../../../components/form";
import { LinkButton, TextLink } from "../../../components/links";
import { SignInCard } from "../../../components/sign-in-card";
import { TextField } from "../../../components/text-field";
import { useHydrated } from "../../../lib/hydrated";
import { m } from "../../../paraglide/messages";
import { useForgotPassword } from "../api/sign-in";
import { loginRole, roleLogins } from "../role-login";

const requestShape = v.object({ email: v.string() });

export function Page({ title }: { title: string }) {
  const forgot = useForgotPassword();
  const { search } = useLocation();
  // The prerendered page knows no query.
  const role = loginRole(useHydrated() ? new URLSearchParams(search).get("role") : null);
  const { name, login } = roleLogins[role];

  if (forgot.isSuccess) {
    return (
      <div role="status">
        <EmptyState
          heading="h1"
          icon={<MailCheck aria-hidden className="size-9" />}
          title={m.forgot_sent_title()}
          text={forgot.data.message}
        >
          <p className="mb-4 w-full text-muted">{m.forgot_sent_hint()}</p>
          <LinkButton to={login}>{m.forgot_back()}</LinkButton>
          <Button tone="quiet" onPress={() => forgot.reset()}>
            {m.forgot_again()}
          </Button>
        </EmptyState>
      </div>
    );
  }

  function submit(form: FormData): void {
    forgot.mutate({ role, ...v.parse(requestShape, Object.fromEntries(form)) });
  }

  return (
    <SignInCard icon={<KeyRound aria-hidden className="size-10" />} title={title} text={m.forgot_text()}>
      <Form errors={refusedFields(forgot.error)} onSubmit={submit}>
        {role !== "user" && <p className="font-semibold">{m.forgot_account({ role: name() })}</p>}
        <TextField label={m.email()} name="email" type="email" autoComplete="email" isRequired />
        <Button type="submit" size="large" isPending={forgot.isPending}>
          {m.forgot_button()}
        </Button>
      </Form>
      <p className="mt-6 text-center">
        <TextLink to={login}>{m.forgot_back()}</TextLink>
      </p>
    </SignInCard>
  );
}
