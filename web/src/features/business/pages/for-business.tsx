import { ClipboardPen, Hospital, MapPinCheck, ShieldCheck, Stethoscope, Store } from "lucide-react";
import { Illustration } from "../../../components/illustration";
import { LinkButton } from "../../../components/links";
import { paths, pharmacyRegister } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { WorkerCard } from "../components/worker-card";
import file from "../join.svg";
import inlined from "../join.svg?inline";

export function Page() {
  return (
    <>
      <Banner />
      <Workers />
      <Steps />
    </>
  );
}

function Banner() {
  return (
    <section className="overflow-hidden bg-linear-to-b from-brand-soft to-canvas">
      <div className="page grid items-center gap-8 py-10 md:grid-cols-[1.1fr_1fr] md:gap-12 md:py-12">
        <div>
          <h1 className="display">{m.business_heading()}</h1>
          <p className="mt-5 max-w-xl text-lg text-muted sm:text-xl">{m.business_text()}</p>
          <p className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="font-semibold">{m.business_registered()}</span>
            <LinkButton to={paths.doctorLogin} tone="quiet">
              {m.login_button()}
            </LinkButton>
          </p>
        </div>
        <Illustration
          id="join"
          inlined={import.meta.env.SSR ? inlined : undefined}
          file={file}
          width={640}
          height={480}
          className="mx-auto h-auto w-full max-w-xl"
        />
      </div>
    </section>
  );
}

function Workers() {
  const look = { "aria-hidden": true, className: "size-8" };
  return (
    <section className="page py-10 md:py-14">
      <h2 className="text-2xl font-bold sm:text-3xl">{m.business_who()}</h2>
      <div className="mt-6 grid gap-5 md:mt-8 lg:grid-cols-3 lg:gap-6">
        <WorkerCard
          icon={<Stethoscope {...look} />}
          name={m.business_doctor()}
          question={m.business_doctor_question()}
          text={m.business_doctor_text()}
          to={paths.doctorRegister}
        />
        <WorkerCard
          icon={<Hospital {...look} />}
          name={m.business_hospital()}
          question={m.business_hospital_question()}
          text={m.business_hospital_text()}
          to={paths.hospitalRegister}
        />
        <WorkerCard
          icon={<Store {...look} />}
          name={m.business_pharmacy()}
          question={m.business_pharmacy_question()}
          text={m.business_pharmacy_text()}
          to={pharmacyRegister}
        />
      </div>
    </section>
  );
}

function Steps() {
  const steps = [
    { Icon: ClipboardPen, title: m.business_step_register(), text: m.business_step_register_text() },
    { Icon: ShieldCheck, title: m.business_step_check(), text: m.business_step_check_text() },
    { Icon: MapPinCheck, title: m.business_step_found(), text: m.business_step_found_text() },
  ];
  return (
    <section className="border-t border-line bg-surface">
      <div className="page py-14 md:py-20">
        <h2 className="text-2xl font-bold sm:text-3xl">{m.business_steps()}</h2>
        <p className="mt-2 text-lg text-muted">{m.business_steps_text()}</p>
        <ol className="mt-10 grid gap-8 md:grid-cols-3 md:gap-10">
          {steps.map(({ Icon, title, text }) => (
            <li key={title} className="flex gap-5 md:flex-col">
              <span className="flex size-16 shrink-0 items-center justify-center rounded-card bg-brand-soft text-brand-ink">
                <Icon aria-hidden className="size-8" />
              </span>
              <div>
                <h3 className="text-xl font-bold">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
