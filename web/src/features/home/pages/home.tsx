/** /: what Doc Care is, the specialities, how booking goes, what it costs, and blood. */
import { CalendarClock, Check, HeartHandshake, Hospital, Search } from "lucide-react";
import { Illustration } from "../../../components/illustration";
import { LinkButton } from "../../../components/link-button";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { SpecialityCarousel } from "../carousel";
import file from "../hero.svg";
import inlined from "../hero.svg?inline";
import { SectionHeading } from "../section-heading";

export function Page() {
  return (
    <>
      <Hero />
      <SpecialityCarousel />
      <Steps />
      <Cost />
      <BloodBanner />
    </>
  );
}

function Hero() {
  const points = [m.hero_point_free(), m.hero_point_checked(), m.hero_point_districts()];
  return (
    <section className="overflow-hidden bg-linear-to-b from-brand-soft to-canvas">
      <div className="page grid items-center gap-8 py-10 md:grid-cols-[1.1fr_1fr] md:gap-12 md:py-14">
        <div>
          <h1 className="display">{m.hero_heading()}</h1>
          <p className="mt-5 max-w-xl text-lg text-muted sm:text-xl">{m.hero_text()}</p>
          <div className="mt-8 flex flex-wrap items-center gap-3">
            <LinkButton to={paths.category} size="large" className="max-sm:w-full">
              {m.book_appointment()}
            </LinkButton>
            <LinkButton to="#how" tone="quiet" size="large" className="max-sm:w-full">
              {m.hero_how()}
            </LinkButton>
          </div>
          <ul className="mt-8 flex flex-col gap-2.5 sm:flex-row sm:flex-wrap sm:gap-x-6">
            {points.map((point) => (
              <li key={point} className="flex items-center gap-2 font-semibold">
                <Check aria-hidden className="size-5 shrink-0 text-brand" />
                {point}
              </li>
            ))}
          </ul>
        </div>
        <Illustration
          id="hero"
          inlined={import.meta.env.SSR ? inlined : undefined}
          file={file}
          width={640}
          height={520}
          className="mx-auto h-auto w-full max-w-xl"
        />
      </div>
    </section>
  );
}

function Steps() {
  const steps = [
    { Icon: Search, title: m.step_choose_title(), text: m.step_choose_text() },
    { Icon: CalendarClock, title: m.step_time_title(), text: m.step_time_text() },
    { Icon: Hospital, title: m.step_visit_title(), text: m.step_visit_text() },
  ];
  return (
    <section id="how" className="scroll-mt-16 border-y border-line bg-surface">
      <div className="page py-14 md:py-20">
        <SectionHeading title={m.steps_heading()} text={m.steps_text()} />
        <ol className="mt-10 grid gap-8 md:grid-cols-3 md:gap-10">
          {steps.map(({ Icon, title, text }, index) => (
            <li key={title} className="flex gap-5 md:flex-col">
              <div className="relative flex size-16 shrink-0 items-center justify-center rounded-card bg-brand-soft text-brand-ink">
                <Icon aria-hidden className="size-8" />
                <span
                  aria-hidden="true"
                  className="absolute -top-2 -right-2 flex size-7 items-center justify-center rounded-full bg-brand text-sm font-bold text-on-brand"
                >
                  {index + 1}
                </span>
              </div>
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

function Cost() {
  const rows = [m.cost_registration(), m.cost_booking(), m.cost_cancel()];
  return (
    <section className="page grid items-center gap-8 py-14 md:grid-cols-2 md:gap-16 md:py-20">
      <div>
        <h2 className="text-2xl font-bold sm:text-3xl">{m.cost_heading()}</h2>
        <p className="mt-4 text-lg text-muted">{m.cost_text()}</p>
      </div>
      <dl className="divide-y divide-line rounded-card border border-line bg-surface px-6 shadow-card">
        {rows.map((row) => (
          <div key={row} className="flex items-center justify-between gap-4 py-5">
            <dt className="text-lg">{row}</dt>
            <dd className="text-2xl font-bold text-brand-ink">{m.cost_free()}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Donating on the left, asking on the right; `need-blood` is where the donor form's question leads. */
function BloodBanner() {
  return (
    <section id="need-blood" className="page scroll-mt-20 pb-16 md:pb-24">
      <div className="grid overflow-hidden rounded-card bg-blood-soft md:grid-cols-[1.6fr_1fr]">
        <div className="flex flex-col gap-6 p-6 sm:flex-row sm:p-10">
          <div className="flex size-20 shrink-0 items-center justify-center rounded-full bg-blood text-on-blood">
            <HeartHandshake aria-hidden className="size-10" />
          </div>
          <div>
            <h2 className="text-2xl font-bold text-blood-ink sm:text-3xl">{m.blood_heading()}</h2>
            <p className="mt-3 text-lg">{m.blood_text()}</p>
            <LinkButton to={paths.bloodDonate} tone="blood" size="large" className="mt-6 max-sm:w-full">
              {m.blood_donate()}
            </LinkButton>
          </div>
        </div>
        <div className="flex flex-col justify-center gap-3 border-t border-blood/20 p-6 sm:p-10 md:border-s md:border-t-0">
          <h3 className="text-xl font-bold">{m.blood_need()}</h3>
          <p>{m.blood_need_text()}</p>
          <LinkButton to={paths.bloodRequest} tone="quiet" className="mt-2 self-start max-sm:w-full">
            {m.blood_ask()}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
