/** /desk/login: for assistants of doctors, and the desk staff of hospitals. */
import { ConciergeBell } from "lucide-react";
import { paths } from "../../../lib/paths";
import { useGoOn } from "../../../lib/return-address";
import { m } from "../../../paraglide/messages";
import { useDeskLogin, useDeskLoginCode } from "../api/sign-in";
import { TwoStepLogin } from "../components/two-step-login";

export function Page({ title }: { title: string }) {
  const goOn = useGoOn();
  return (
    <TwoStepLogin
      who="desk"
      icon={ConciergeBell}
      title={title}
      text={m.desk_login_text()}
      login={useDeskLogin()}
      code={useDeskLoginCode()}
      onEnter={() => goOn("/desk/", paths.deskToday)}
    />
  );
}
