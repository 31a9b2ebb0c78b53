/** Login in two steps: password, then the second factor's code. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import * as v from "valibot";
import { challengeIn, codeErrors, ifEnded, refusedFields } from "../../../api/problem";
import { LazyComponent } from "../../../components/lazy-component";
import { LoginForm, SignInCard } from "../../../components/sign-in-card";
import { lazyModule } from "../../../lib/lazy-module";
import { credentialsShape, type TwoStepRole, useLogin, useLoginCode } from "../api/sign-in";

/** Loaded when a login needs a code. */
const codeStep = lazyModule(() => import("../../../components/code-step"));

interface TwoStepLoginProps<Who> {
  who: Who;
  icon: LucideIcon;
  title: string;
  text: string;
  /** The initial address, if known. */
  email?: string;
  /** Fields above the name. */
  choice?: ReactNode;
  /** The role whose password was right. */
  onEnter: (as: Who) => void;
  /** Other login methods, below the form. */
  children?: ReactNode;
}

export function TwoStepLogin<Who extends TwoStepRole>(props: TwoStepLoginProps<Who>) {
  const { who, icon, title, text, email, choice, onEnter, children } = props;
  const login = useLogin<Who>();
  const code = useLoginCode();
  const challenge = challengeIn(login.error);

  function beginAgain(): void {
    login.reset();
    code.reset();
  }

  function submit(form: FormData): void {
    const credentials = v.parse(credentialsShape, Object.fromEntries(form));
    login.mutate({ who, ...credentials }, { onSuccess: () => onEnter(who) });
  }

  if (challenge && login.variables) {
    const { who: as } = login.variables;
    return (
      <LazyComponent module={codeStep} onFail={beginAgain}>
        {({ CodeStep }) => (
          <CodeStep
            isPending={code.isPending}
            errors={codeErrors(code.error)}
            onSubmit={(typed) =>
              code.mutate(
                { who: as, challenge, code: typed },
                { onSuccess: () => onEnter(as), onError: ifEnded(beginAgain) },
              )
            }
            onSwitch={code.reset}
            onAgain={beginAgain}
          />
        )}
      </LazyComponent>
    );
  }

  return (
    <SignInCard icon={icon} title={title} text={text}>
      <LoginForm who={who} login={login} errors={refusedFields(login.error)} email={email} onSubmit={submit}>
        {choice}
      </LoginForm>
      {children}
    </SignInCard>
  );
}
