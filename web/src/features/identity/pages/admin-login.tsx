import { ShieldCheck } from "lucide-react";
import * as v from "valibot";
import { beginAgainIfEnded, challengeIn, codeErrors, refusedFields } from "../../../api/problem";
import { CodeStep } from "../../../components/code-step";
import { LoginForm, SignInCard } from "../../../components/sign-in-card";
import { paths } from "../../../lib/paths";
import { useGoOn } from "../../../lib/return-address";
import { m } from "../../../paraglide/messages";
import { credentialsShape, useAdminLogin, useAdminLoginCode } from "../api/sign-in";

export function Page() {
  const login = useAdminLogin();
  const code = useAdminLoginCode();
  const goOn = useGoOn();
  const challenge = challengeIn(login.error);
  const enter = () => goOn("/admin/", paths.adminDashboard);

  function submit(form: FormData): void {
    login.mutate(v.parse(credentialsShape, Object.fromEntries(form)), { onSuccess: enter });
  }

  if (challenge) {
    return (
      <CodeStep
        isPending={code.isPending}
        errors={codeErrors(code.error)}
        onSubmit={(typed) =>
          code.mutate({ challenge, code: typed }, { onSuccess: enter, onError: beginAgainIfEnded(login) })
        }
        onAgain={() => login.reset()}
      />
    );
  }

  return (
    <SignInCard icon={ShieldCheck} title={m.admin_login_title()} text={m.admin_login_text()}>
      <LoginForm who="admin" login={login} errors={refusedFields(login.error)} onSubmit={submit} />
    </SignInCard>
  );
}
