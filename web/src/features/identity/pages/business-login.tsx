/** /forbusiness/doclogin: for doctors, hospitals and pharmacies. */
import { BriefcaseMedical, Hospital, Pill, Stethoscope } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import * as v from "valibot";
import { TextLink } from "../../../components/links";
import { RadioGroup } from "../../../components/radio-group";
import { WayAcross } from "../../../components/sign-in-card";
import { useHydrated } from "../../../lib/hydrated";
import { paths } from "../../../lib/paths";
import { returnAddress, useGoOn } from "../../../lib/return-address";
import { kindOf } from "../../../lib/session";
import { m } from "../../../messages";
import { TwoStepLogin } from "../components/two-step-login";

const workerShape = v.picklist(["doctor", "hospital", "pharmacy"]);
type Worker = v.InferOutput<typeof workerShape>;

/** Hospitals and pharmacies share an area. */
const areas = { doctor: "/doctor/", business: "/business/" };

/** The role of the ended session, or the doctor. */
function firstWorker(state: unknown): Worker {
  if (!returnAddress(state, areas.business)) return "doctor";
  return v.parse(v.fallback(workerShape, "hospital"), kindOf("worker"));
}

export function Page({ title }: { title: string }) {
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

  function enter(as: Worker): void {
    if (as === "doctor") goOn(areas.doctor, paths.doctorHome);
    else goOn(areas.business, as === "hospital" ? paths.businessToday : paths.businessProfile);
  }

  return (
    <TwoStepLogin
      who={worker}
      icon={BriefcaseMedical}
      title={title}
      text={m.business_login_text()}
      choice={
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
      }
      onEnter={enter}
    >
      <WayAcross question={m.login_no_account()}>
        <TextLink to={paths.forBusiness}>{m.login_register()}</TextLink>
      </WayAcross>
      <WayAcross question={m.desk_login_question()}>
        <TextLink to={paths.deskLogin}>{m.desk_login_title()}</TextLink>
      </WayAcross>
    </TwoStepLogin>
  );
}
