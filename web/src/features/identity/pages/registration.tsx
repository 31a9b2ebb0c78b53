import { UserRoundPlus } from "lucide-react";
import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { TextLink } from "../../../components/links";
import { SignInCard } from "../../../components/sign-in-card";
import { TextField } from "../../../components/text-field";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { useRegister } from "../api/sign-in";
import { NewPasswordFields } from "../components/new-password-fields";
import { usePasswordMismatch } from "../password-mismatch";

const registrationShape = v.object({
  username: v.string(),
  email: v.string(),
  phone_number: v.string(),
  password: v.string(),
  confirm: v.string(),
});

export function Page() {
  const register = useRegister();
  const mismatch = usePasswordMismatch();
  const errors = useMemo(
    () => ({ ...refusedFields(register.error), ...mismatch.fields }),
    [register.error, mismatch.fields],
  );
  const navigate = useNavigate();
  // Whoever came here from a login that interrupted something goes back through it.
  const { state } = useLocation();

  function submit(form: FormData): void {
    register.reset();
    const { confirm, ...registration } = v.parse(registrationShape, Object.fromEntries(form));
    if (mismatch.refuses({ password: registration.password, confirm })) return;
    register.mutate(registration, {
      onSuccess: ({ registered }) => {
        if (registered) navigate(paths.login, { state });
      },
    });
  }

  return (
    <SignInCard
      icon={<UserRoundPlus aria-hidden className="size-10" />}
      title={m.registration_heading()}
      text={m.registration_text()}
    >
      <Form errors={errors} onSubmit={submit}>
        <TextField label={m.registration_username()} name="username" autoComplete="name" isRequired />
        <TextField label={m.email()} name="email" type="email" autoComplete="email" isRequired />
        <TextField
          label={m.registration_phone()}
          hint={m.registration_phone_hint()}
          name="phone_number"
          type="tel"
          autoComplete="tel"
          isRequired
        />
        <NewPasswordFields label={m.password()} onChange={mismatch.clear} />
        <Button type="submit" size="large" isPending={register.isPending}>
          {m.registration_button()}
        </Button>
      </Form>
      <p className="mt-6 flex flex-wrap items-center justify-center gap-x-2 text-muted">
        {m.registration_member()}
        <TextLink to={paths.login} state={state}>
          {m.login_button()}
        </TextLink>
      </p>
    </SignInCard>
  );
}
