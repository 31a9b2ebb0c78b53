/** /desk/login: for assistants of doctors, and the desk staff of hospitals. */
import { ConciergeBell } from "lucide-react";
import { useLocation } from "react-router";
import * as v from "valibot";
import { paths } from "../../../lib/paths";
import { useGoOn } from "../../../lib/return-address";
import { m } from "../../../messages";
import { TwoStepLogin } from "../components/two-step-login";

const stateShape = v.object({ email: v.string() });

export function Page({ title }: { title: string }) {
  const goOn = useGoOn();
  const { state } = useLocation();
  const invited = v.safeParse(stateShape, state);
  return (
    <TwoStepLogin
      who="desk"
      icon={ConciergeBell}
      title={title}
      text={m.desk_login_text()}
      email={invited.success ? invited.output.email : undefined}
      onEnter={() => goOn("/desk/", paths.deskToday)}
    />
  );
}
