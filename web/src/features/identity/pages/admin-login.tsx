import { ShieldCheck } from "lucide-react";
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
import { useAdminLogin } from "../api/sign-in";

const credentialsShape = v.object({ email: v.string(), password: v.string() });

export function Page() {
  const login = useAdminLogin();
  const navigate = useNavigate();
  const { state } = useLocation();

  function submit(form: FormData): void {
    login.mutate(v.parse(credentialsShape, Object.fromEntries(form)), {
      onSuccess: () => {
        const back = returnAddress(state, "/admin/");
        navigate(back?.to ?? paths.adminDashboard, { replace: true, state: back?.state });
      },
    });
  }

  return (
    <SignInCard
      icon={<ShieldCheck aria-hidden className="size-10" />}
      title={m.admin_login_title()}
      text={m.admin_login_text()}
    >
      <Form errors={refusedFields(login.error)} onSubmit={submit}>
        <TextField label={m.email()} name="email" type="email" autoComplete="username" isRequired />
        <div>
          <PasswordField label={m.password()} name="password" autoComplete="current-password" />
          <div className="mt-1 flex justify-end">
            <TextLink to={forgotPasswordOf("admin")}>{m.login_forgot()}</TextLink>
          </div>
        </div>
        <Button type="submit" size="large" isPending={login.isPending}>
          {m.sign_in()}
        </Button>
      </Form>
    </SignInCard>
  );
}
