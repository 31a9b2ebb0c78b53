import { ShieldCheck } from "lucide-react";
import { paths } from "../../../lib/paths";
import { useGoOn } from "../../../lib/return-address";
import { m } from "../../../messages";
import { TwoStepLogin } from "../components/two-step-login";

export function Page() {
  const goOn = useGoOn();
  return (
    <TwoStepLogin
      who="admin"
      icon={ShieldCheck}
      title={m.admin_login_title()}
      text={m.admin_login_text()}
      onEnter={() => goOn("/admin/", paths.adminDashboard)}
    />
  );
}
