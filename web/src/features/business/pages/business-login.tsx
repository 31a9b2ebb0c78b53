import { BriefcaseMedical, Hospital, Pill, Stethoscope } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import * as v from "valibot";
import { challengeIn, codeErrors, ifEnded, refusedFields } from "../../../api/problem";
import { Late } from "../../../components/late";
import { TextLink } from "../../../components/links";
import { RadioGroup } from "../../../components/radio-group";
import { LoginForm, SignInCard, WayAcross } from "../../../components/sign-in-card";
import { download } from "../../../lib/download";
import { useHydrated } from "../../../lib/hydrated";
import { paths } from "../../../lib/paths";
import { returnAddress, useGoOn } from "../../../lib/return-address";
import { kindOf } from "../../../lib/session";
import { m } from "../../../paraglide/messages";
import { useBusinessLogin, useBusinessLoginCode, type Worker } from "../api/join";

const workerShape = v.picklist(["doctor", "hospital", "pharmacy"]);
const credentialsShape = v.object({ worker: workerShape, email: v.string(), password: v.string() });

/** Hospitals and pharmacies share an area, doctors have their own. */
const areas = { doctor: "/doctor/", business: "/business/" };

/** Whose session ended finds themselves chosen; anybody else the doctor. */
function firstWorker(state: unknown): Worker {
  if (!returnAddress(state, areas.business)) return "doctor";
  return v.parse(v.fallback(workerShape, "hospital"), kindOf("worker"));
}

/** Few need it, so it comes when a login asks for it. */
const codeStep = download(() => import("../../../components/code-step"));

export function Page({ title }: { title: string }) {
  const login = useBusinessLogin();
  const code = useBusinessLoginCode();
  const goOn = useGoOn();
  const { state } = useLocation();
  const first = useHydrated() ? firstWorker(state) : "doctor";
  const [chosen, setChosen] = useState<Worker>();
  const worker = chosen ?? first;
  const choices = [
    { id: "doctor", label: m.doctor_area(), Icon: Stethoscope },
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
    // Whoever the password was right for.
    const { worker: as } = login.variables;
    return (
      <Late part={codeStep} onFail={beginAgain}>
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
      </Late>
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
      <WayAcross question={m.login_not_member()}>
        <TextLink to={paths.forBusiness}>{m.login_sign_up()}</TextLink>
      </WayAcross>
      <WayAcross question={m.desk_login_question()}>
        <TextLink to={paths.deskLogin}>{m.desk_login_title()}</TextLink>
      </WayAcross>
    </SignInCard>
  );
}
