import { ShieldCheck } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import * as v from "valibot";
import { Refused } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Form } from "../../../components/form";
import { TextField } from "../../../components/text-field";
import { paths } from "../../../lib/paths";
import { signIn } from "../../../lib/session";
import { showError, showMessage } from "../../../lib/toasts";
import { m } from "../../../paraglide/messages";
import { useAdminLogin } from "../api/admin-login";
import { returnAddress } from "../return-address";

const credentialsShape = v.object({ email: v.string(), password: v.string() });

export function Page() {
  const login = useAdminLogin();
  const navigate = useNavigate();
  const { state } = useLocation();

  function submit(form: FormData): void {
    login.mutate(v.parse(credentialsShape, Object.fromEntries(form)), {
      onSuccess: ({ token, message }) => {
        signIn("admin", token);
        showMessage(message);
        navigate(returnAddress(state, "/admin/") ?? paths.adminDashboard, { replace: true });
      },
      onError: (error) => showError(error instanceof Refused ? error.message : m.no_connection()),
    });
  }

  return (
    <div className="page flex justify-center py-12 sm:py-20">
      <Card className="w-full max-w-md sm:p-10">
        <ShieldCheck aria-hidden className="size-10 text-brand" />
        <h1 className="mt-4 text-2xl font-bold">{m.admin_login_title()}</h1>
        <p className="mt-1 mb-8 text-muted">{m.admin_login_text()}</p>
        <Form errors={login.error instanceof Refused ? login.error.fields : {}} onSubmit={submit}>
          <TextField label={m.email()} name="email" type="email" autoComplete="username" isRequired />
          <TextField
            label={m.password()}
            name="password"
            type="password"
            autoComplete="current-password"
            isRequired
          />
          <Button type="submit" size="large" isPending={login.isPending}>
            {m.sign_in()}
          </Button>
        </Form>
      </Card>
    </div>
  );
}
