import { CircleUserRound } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { TextLink } from "../../../components/links";
import { PasswordField } from "../../../components/password-field";
import { SignInCard } from "../../../components/sign-in-card";
import { TextField } from "../../../components/text-field";
import { forgotPasswordOf, paths } from "../../../lib/paths";
import { returnAddress } from "../../../lib/return-address";
import { m } from "../../../paraglide/messages";
import { useUserLogin } from "../api/sign-in";

const credentialsShape = v.object({ email: v.string(), password: v.string() });

export function Page() {
  const login = useUserLogin();
  const navigate = useNavigate();
  const { state } = useLocation();

  function submit(form: FormData): void {
    login.mutate(v.parse(credentialsShape, Object.fromEntries(form)), {
      onSuccess: () => {
        const back = returnAddress(state, "/");
        navigate(back?.to ?? paths.home, { replace: true, state: back?.state });
      },
    });
  }

  return (
    <SignInCard
      icon={<CircleUserRound aria-hidden className="size-10" />}
      title={m.login_heading()}
      text={m.login_text()}
    >
      <Form errors={refusedFields(login.error)} onSubmit={submit}>
        <TextField
          label={m.login_name()}
          placeholder={m.login_name_example()}
          name="email"
          autoComplete="username"
          isRequired
        />
        <div>
          <PasswordField label={m.password()} name="password" autoComplete="current-password" />
          <div className="mt-1 flex justify-end">
            <TextLink to={forgotPasswordOf("user")}>{m.login_forgot()}</TextLink>
          </div>
        </div>
        <Button type="submit" size="large" isPending={login.isPending}>
          {m.login_button()}
        </Button>
      </Form>
      <p className="mt-6 flex flex-wrap items-center justify-center gap-x-2 text-muted">
        {m.login_not_member()}
        <TextLink to={paths.registration} state={state}>
          {m.login_sign_up()}
        </TextLink>
      </p>
    </SignInCard>
  );
}
