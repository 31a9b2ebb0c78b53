import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import * as v from "valibot";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { TextLink } from "../../../components/links";
import { AccountFields, SignInCard, WayAcross } from "../../../components/sign-in-card";
import { TextField } from "../../../components/text-field";
import { keepLoginDraft } from "../../../lib/login-draft";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { useRegister } from "../api/sign-in";
import { usePasswordTwice } from "../password-twice";

const registrationShape = v.object({
  username: v.string(),
  email: v.string(),
  phone_number: v.string(),
  password: v.string(),
  confirm: v.string(),
});

const names = { email: "email", phone: "phone_number", password: "password" };

export function Page() {
  const register = useRegister();
  const { errors, differ, refuses, mend } = usePasswordTwice(register);
  /** The address that has an account already. */
  const [taken, setTaken] = useState<string>();
  const navigate = useNavigate();
  const { state } = useLocation();

  function submit(form: FormData): void {
    const { confirm, ...registration } = v.parse(registrationShape, Object.fromEntries(form));
    if (differ({ password: registration.password, confirm })) return;
    register.mutate(registration, {
      onSuccess: ({ registered, message }) => {
        const { email, username: name, password } = registration;
        if (!registered) {
          refuses({ email: message });
          setTaken(email);
          return;
        }
        keepLoginDraft({ email, account: { name, password } });
        navigate(paths.login, { state });
      },
    });
  }

  return (
    <SignInCard icon={UserPlus} title={m.registration_heading()} text={m.registration_text()}>
      <Form errors={errors} onSubmit={submit}>
        <TextField label={m.registration_username()} name="username" autoComplete="name" isRequired />
        <AccountFields names={names} onMend={mend} onEmail={() => setTaken(undefined)}>
          {taken && (
            <TextLink to={paths.login} state={state} onClick={() => keepLoginDraft({ email: taken })}>
              {m.registration_log_in_instead()}
            </TextLink>
          )}
        </AccountFields>
        <Button type="submit" size="large" isPending={register.isPending}>
          {m.registration_button()}
        </Button>
      </Form>
      <WayAcross question={m.registration_no_email()}>
        <TextLink to={paths.codeLogin} state={state}>
          {m.code_login_link()}
        </TextLink>
      </WayAcross>
      <WayAcross question={m.registration_has_account()}>
        <TextLink to={paths.login} state={state}>
          {m.login_button()}
        </TextLink>
      </WayAcross>
    </SignInCard>
  );
}
