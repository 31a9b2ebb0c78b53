import { ShieldCheck } from "lucide-react";
import * as v from "valibot";
import { challengeIn, codeErrors, ifEnded, refusedFields } from "../../../api/problem";
import { Late } from "../../../components/late";
import { LoginForm, SignInCard } from "../../../components/sign-in-card";
import { download } from "../../../lib/download";
import { paths } from "../../../lib/paths";
import { useGoOn } from "../../../lib/return-address";
import { m } from "../../../paraglide/messages";
import { credentialsShape, useAdminLogin, useAdminLoginCode } from "../api/sign-in";

/** Few need it, so it comes when a login asks for it. */
const codeStep = download(() => import("../../../components/code-step"));

export function Page() {
  const login = useAdminLogin();
  const code = useAdminLoginCode();
  const goOn = useGoOn();
  const challenge = challengeIn(login.error);
  const enter = () => goOn("/admin/", paths.adminDashboard);

  function beginAgain(): void {
    login.reset();
    code.reset();
  }

  function submit(form: FormData): void {
    login.mutate(v.parse(credentialsShape, Object.fromEntries(form)), { onSuccess: enter });
  }

  if (challenge) {
    return (
      <Late part={codeStep} onFail={beginAgain}>
        {({ CodeStep }) => (
          <CodeStep
            isPending={code.isPending}
            errors={codeErrors(code.error)}
            onSubmit={(typed) =>
              code.mutate({ challenge, code: typed }, { onSuccess: enter, onError: ifEnded(beginAgain) })
            }
            onSwitch={code.reset}
            onAgain={beginAgain}
          />
        )}
      </Late>
    );
  }

  return (
    <SignInCard icon={ShieldCheck} title={m.admin_login_title()} text={m.admin_login_text()}>
      <LoginForm who="admin" login={login} errors={refusedFields(login.error)} onSubmit={submit} />
    </SignInCard>
  );
}
