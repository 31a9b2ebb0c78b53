import { UserPlus } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import * as v from "valibot";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { TextLink } from "../../../components/links";
import { AccountFields, SignInCard, WayAcross } from "../../../components/sign-in-card";
import { TextField } from "../../../components/text-field";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
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
  const { errors, differ, mend } = usePasswordTwice(register);
  const navigate = useNavigate();
  // Whoever came here from a login that interrupted something goes back through it.
  const { state } = useLocation();

  function submit(form: FormData): void {
    const { confirm, ...registration } = v.parse(registrationShape, Object.fromEntries(form));
    if (differ({ password: registration.password, confirm })) return;
    register.mutate(registration, {
      onSuccess: ({ registered }) => {
        if (registered) navigate(paths.login, { state });
      },
    });
  }

  return (
    <SignInCard icon={UserPlus} title={m.registration_heading()} text={m.registration_text()}>
      <Form errors={errors} onSubmit={submit}>
        <TextField label={m.registration_username()} name="username" autoComplete="name" isRequired />
        <AccountFields names={names} onMend={mend} />
        <Button type="submit" size="large" isPending={register.isPending}>
          {m.registration_button()}
        </Button>
      </Form>
      <WayAcross question={m.registration_member()}>
        <TextLink to={paths.login} state={state}>
          {m.login_button()}
        </TextLink>
      </WayAcross>
    </SignInCard>
  );
}
