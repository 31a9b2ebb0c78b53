import { BriefcaseMedical, Hospital, Pill, Stethoscope } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { TextLink } from "../../../components/links";
import { PasswordField } from "../../../components/password-field";
import { RadioGroup } from "../../../components/radio-group";
import { SignInCard } from "../../../components/sign-in-card";
import { TextField } from "../../../components/text-field";
import { forgotPasswordOf, paths } from "../../../lib/paths";
import { returnAddress } from "../../../lib/return-address";
import { m } from "../../../paraglide/messages";
import { useBusinessLogin, type Worker } from "../api/login";

const workers = ["doctor", "hospital", "pharmacy"] as const;
const credentialsShape = v.object({ worker: v.picklist(workers), email: v.string(), password: v.string() });

/** Hospitals and pharmacies share an area, doctors have their own. */
function areaOf(worker: Worker) {
  return worker === "doctor"
    ? ({ area: "/doctor/", home: paths.doctorHome } as const)
    : ({ area: "/business/", home: paths.businessProfile } as const);
}

export function Page({ title }: { title: string }) {
  const login = useBusinessLogin();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [worker, setWorker] = useState<Worker>("doctor");

  function submit(form: FormData): void {
    const credentials = v.parse(credentialsShape, Object.fromEntries(form));
    login.mutate(credentials, {
      onSuccess: () => {
        const { area, home } = areaOf(credentials.worker);
        const back = returnAddress(state, area);
        navigate(back?.to ?? home, { replace: true, state: back?.state });
      },
    });
  }

  return (
    <SignInCard
      icon={<BriefcaseMedical aria-hidden className="size-10" />}
      title={title}
      text={m.business_login_text()}
    >
      <Form errors={refusedFields(login.error)} onSubmit={submit}>
        <RadioGroup
          label={m.business_login_as()}
          name="worker"
          first="doctor"
          choices={[
            { id: "doctor", label: m.doctor_area(), icon: <Stethoscope aria-hidden className="size-6" /> },
            {
              id: "hospital",
              label: m.forgot_role_hospital(),
              icon: <Hospital aria-hidden className="size-6" />,
            },
            {
              id: "pharmacy",
              label: m.forgot_role_pharmacy(),
              icon: <Pill aria-hidden className="size-6" />,
            },
          ]}
          onChange={(chosen) => setWorker(v.parse(v.picklist(workers), chosen))}
        />
        <TextField
          label={m.login_name()}
          placeholder={m.login_name_example()}
          name="email"
          autoComplete="username"
          isRequired
        />
        <div>
          <PasswordField label={m.password()} name="password" autoComplete="current-password" />
          <div className="mt-1 flex justify-end">
            <TextLink to={forgotPasswordOf(worker)}>{m.login_forgot()}</TextLink>
          </div>
        </div>
        <Button type="submit" size="large" isPending={login.isPending}>
          {m.login_button()}
        </Button>
      </Form>
      <p className="mt-6 flex flex-wrap items-center justify-center gap-x-2 text-muted">
        {m.login_not_member()}
        <TextLink to={paths.forBusiness}>{m.login_sign_up()}</TextLink>
      </p>
    </SignInCard>
  );
}
