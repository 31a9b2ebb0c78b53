import { KeyRound, MailCheck } from "lucide-react";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { LinkButton, TextLink } from "../../../components/links";
import { Note } from "../../../components/note";
import { SignInCard } from "../../../components/sign-in-card";
import { TextField } from "../../../components/text-field";
import { m } from "../../../messages";
import { useForgotPassword } from "../api/sign-in";
import { useLoginRole } from "../login-roles";

const requestShape = v.object({ email: v.string() });

export function Page({ title }: { title: string }) {
  const forgot = useForgotPassword();
  const { role, name, login } = useLoginRole();

  if (forgot.isSuccess) {
    return (
      <div role="status">
        <Note heading="h1" icon={MailCheck} title={m.code_login_link_sent_title()} text={forgot.data.message}>
          <p className="mb-4 w-full text-muted">{m.forgot_sent_hint()}</p>
          <LinkButton to={login}>{m.forgot_back()}</LinkButton>
          <Button tone="quiet" onPress={() => forgot.reset()}>
            {m.action_try_again()}
          </Button>
        </Note>
      </div>
    );
  }

  function submit(form: FormData): void {
    forgot.mutate({ role, ...v.parse(requestShape, Object.fromEntries(form)) });
  }

  return (
    <SignInCard icon={KeyRound} title={title} text={m.forgot_text()}>
      <Form errors={refusedFields(forgot.error)} onSubmit={submit}>
        {role !== "user" && <p className="font-semibold">{m.forgot_account({ role: name() })}</p>}
        <TextField label={m.field_email()} name="email" type="email" autoComplete="email" isRequired />
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
