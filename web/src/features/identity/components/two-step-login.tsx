/** Login in two steps: password, then the second factor's code. */
import type { LucideIcon } from "lucide-react";
import * as v from "valibot";
import { challengeIn, codeErrors, ifEnded, refusedFields } from "../../../api/problem";
import { LazyComponent } from "../../../components/lazy-component";
import { LoginForm, SignInCard } from "../../../components/sign-in-card";
import { lazyModule } from "../../../lib/lazy-module";
import type { LoginRole } from "../../../lib/paths";
import { credentialsShape, type LoginCode } from "../api/sign-in";

/** Loaded when a login needs it. */
const codeStep = lazyModule(() => import("../../../components/code-step"));

/** As much as is needed of what `useChange` answers. */
interface Step<Input> {
  isPending: boolean;
  error: Error | null;
  reset: () => void;
  mutate: (input: Input, then: { onSuccess: () => void; onError?: (error: Error) => void }) => void;
}

interface TwoStepLoginProps {
  who: LoginRole;
  icon: LucideIcon;
  title: string;
  text: string;
  /** The address to begin with, where it is known. */
  email?: string;
  login: Step<v.InferOutput<typeof credentialsShape>>;
  code: Step<LoginCode>;
  onEnter: () => void;
}

export function TwoStepLogin(props: TwoStepLoginProps) {
  const { who, icon, title, text, email, login, code, onEnter } = props;
  const challenge = challengeIn(login.error);

  function beginAgain(): void {
    login.reset();
    code.reset();
  }

  function submit(form: FormData): void {
    login.mutate(v.parse(credentialsShape, Object.fromEntries(form)), { onSuccess: onEnter });
  }

  if (challenge) {
    return (
      <LazyComponent module={codeStep} onFail={beginAgain}>
        {({ CodeStep }) => (
          <CodeStep
            isPending={code.isPending}
            errors={codeErrors(code.error)}
            onSubmit={(typed) =>
              code.mutate({ challenge, code: typed }, { onSuccess: onEnter, onError: ifEnded(beginAgain) })
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
      <LoginForm
        who={who}
        login={login}
        errors={refusedFields(login.error)}
        email={email}
        onSubmit={submit}
      />
    </SignInCard>
  );
}
