import { BriefcaseMedical, Hospital, Pill, Stethoscope } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import * as v from "valibot";
import { challengeIn, codeErrors, ifEnded, refusedFields } from "../../../api/problem";
import { LazyComponent } from "../../../components/lazy-component";
import { TextLink } from "../../../components/links";
import { RadioGroup } from "../../../components/radio-group";
import { LoginForm, SignInCard, WayAcross } from "../../../components/sign-in-card";
import { useHydrated } from "../../../lib/hydrated";
import { lazyModule } from "../../../lib/lazy-module";
import { paths } from "../../../lib/paths";
import { returnAddress, useGoOn } from "../../../lib/return-address";
import { kindOf } from "../../../lib/session";
import { m } from "../../../messages";
import { useBusinessLogin, useBusinessLoginCode, type Worker } from "../api/join";

const workerShape = v.picklist(["doctor", "hospital", "pharmacy"]);
const credentialsShape = v.object({ worker: workerShape, email: v.string(), password: v.string() });

/** Hospitals and pharmacies share an area. */
const areas = { doctor: "/doctor/", business: "/business/" };

/** The role of the ended session, or the doctor. */
function firstWorker(state: unknown): Worker {
  if (!returnAddress(state, areas.business)) return "doctor";
  return v.parse(v.fallback(workerShape, "hospital"), kindOf("worker"));
}

/** Loaded when a login needs it. */
const codeStep = lazyModule(() => import("../../../components/code-step"));

export function Page({ title }: { title: string }) {
  const login = useBusinessLogin();
  const code = useBusinessLoginCode();
  const goOn = useGoOn();
  const { state } = useLocation();
  const first = useHydrated() ? firstWorker(state) : "doctor";
  const [chosen, setChosen] = useState<Worker>();
  const worker = chosen ?? first;
  const choices = [
    { id: "doctor", label: m.area_doctor(), Icon: Stethoscope },
    { id: "hospital", label: m.forgot_role_hospital(), Icon: Hospital },
    { id: "pharmacy", label: m.forgot_role_pharmacy(), Icon: Pill },
  ];

  function beginAgain(): void {
    login.reset();
    code.reset();
  }

  function submit(form: FormData): void {
    const credentials = v.parse(credentialsShape, Object.fromEntries(form));
    login.mutate(credentials, { onSuccess: () => enter(credentials.worker) });
  }

  function enter(as: Worker): void {
    if (as === "doctor") goOn(areas.doctor, paths.doctorHome);
    else goOn(areas.business, as === "hospital" ? paths.businessToday : paths.businessProfile);
  }

  const challenge = challengeIn(login.error);
  if (challenge && login.variables) {
    // The role for which the password was right.
    const { worker: as } = login.variables;
    return (
      <LazyComponent module={codeStep} onFail={beginAgain}>
        {({ CodeStep }) => (
          <CodeStep
            isPending={code.isPending}
            errors={codeErrors(code.error)}
            onSubmit={(typed) =>
              code.mutate(
                { worker: as, challenge, code: typed },
                { onSuccess: () => enter(as), onError: ifEnded(beginAgain) },
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
    <SignInCard icon={BriefcaseMedical} title={title} text={m.business_login_text()}>
      <LoginForm who={worker} login={login} errors={refusedFields(login.error)} onSubmit={submit}>
        <RadioGroup
          key={first}
          label={m.business_login_as()}
          name="worker"
          first={worker}
          choices={choices.map(({ Icon, ...choice }) => ({
            ...choice,
            icon: <Icon aria-hidden className="size-6" />,
          }))}
          onChange={(id) => setChosen(v.parse(workerShape, id))}
        />
      </LoginForm>
      <WayAcross question={m.login_no_account()}>
        <TextLink to={paths.forBusiness}>{m.login_register()}</TextLink>
      </WayAcross>
      <WayAcross question={m.desk_login_question()}>
        <TextLink to={paths.deskLogin}>{m.desk_login_title()}</TextLink>
      </WayAcross>
    </SignInCard>
  );
}
