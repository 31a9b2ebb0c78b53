import { ShieldCheck } from "lucide-react";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { LoginForm, SignInCard } from "../../../components/sign-in-card";
import { paths } from "../../../lib/paths";
import { useGoOn } from "../../../lib/return-address";
import { m } from "../../../paraglide/messages";
import { credentialsShape, useAdminLogin } from "../api/sign-in";

export function Page() {
  const login = useAdminLogin();
  const goOn = useGoOn();

  function submit(form: FormData): void {
    login.mutate(v.parse(credentialsShape, Object.fromEntries(form)), {
      onSuccess: () => goOn("/admin/", paths.adminDashboard),
    });
  }

  return (
    <SignInCard icon={ShieldCheck} title={m.admin_login_title()} text={m.admin_login_text()}>
      <LoginForm who="admin" login={login} errors={refusedFields(login.error)} onSubmit={submit} />
    </SignInCard>
  );
}
