import {
  ArrowRight,
  ClipboardPen,
  Hospital,
  MapPinCheck,
  ShieldCheck,
  Stethoscope,
  Store,
} from "lucide-react";
import { Banner, Steps } from "../../../components/landing";
import { LinkButton } from "../../../components/links";
import { NextSteps } from "../../../components/next-steps";
import { paths, pharmacyRegister } from "../../../lib/paths";
import { m } from "../../../messages";
import file from "../join.svg";
import inlinedFile from "../join.svg?inline";

const inlined = import.meta.env.SSR ? inlinedFile : undefined;

export function Page() {
  const steps = [
    { Icon: ClipboardPen, title: m.business_step_register(), text: m.business_step_register_text() },
    { Icon: ShieldCheck, title: m.business_step_check(), text: m.business_step_check_text() },
    { Icon: MapPinCheck, title: m.business_step_found(), text: m.business_step_found_text() },
  ];
  return (
    <>
      <NextSteps
        param="applied"
        title={m.applied_title()}
        steps={[m.applied_confirm(), m.applied_check(), m.applied_login()]}
      />
      <Banner
        heading={m.business_heading()}
        text={m.business_text()}
        picture={{ id: "join", inlined, file, height: 480 }}
      >
        <p className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="font-semibold">{m.business_registered()}</span>
          <LinkButton to={paths.doctorLogin} tone="quiet">
            {m.login_button()}
          </LinkButton>
        </p>
      </Banner>
      <Workers />
      <Steps title={m.business_steps()} text={m.business_steps_text()} steps={steps} />
    </>
  );
}

const workers = [
  {
    Icon: Stethoscope,
    name: m.business_doctor,
    question: m.business_doctor_question,
    text: m.business_doctor_text,
    to: paths.doctorRegister,
  },
  {
    Icon: Hospital,
    name: m.business_hospital,
    question: m.business_hospital_question,
    text: m.business_hospital_text,
    to: paths.hospitalRegister,
  },
  {
    Icon: Store,
    name: m.business_pharmacy,
    question: m.business_pharmacy_question,
    text: m.business_pharmacy_text,
    to: pharmacyRegister,
  },
];

function Workers() {
  return (
    <section className="page py-10 md:py-14">
      <h2 className="text-2xl font-bold sm:text-3xl">{m.join_who()}</h2>
      <div className="mt-6 grid gap-5 md:mt-8 lg:grid-cols-3 lg:gap-6">
        {workers.map(({ Icon, name, question, text, to }) => (
          <article
            key={to}
            aria-labelledby={to}
            className="flex flex-col rounded-card border border-line bg-surface p-6 shadow-card transition-shadow hover:shadow-raised sm:p-8"
          >
            <div className="flex items-center gap-4">
              <span className="flex size-16 shrink-0 items-center justify-center rounded-card bg-brand-soft text-brand-ink">
                <Icon aria-hidden className="size-8" />
              </span>
              <p className="font-semibold text-muted">{name()}</p>
            </div>
            <h3 id={to} className="mt-5 text-xl font-bold sm:text-2xl">
              {question()}
            </h3>
            <p className="mt-2 mb-6 text-muted">{text()}</p>
            <LinkButton
              to={to}
              size="large"
              aria-label={m.business_register_for({ who: name() })}
              className="mt-auto"
            >
              {m.business_register()}
              <ArrowRight aria-hidden className="size-5" />
            </LinkButton>
          </article>
        ))}
      </div>
    </section>
  );
}
