/** /: the home page. */
import { CalendarClock, Check, HeartHandshake, Hospital, Search } from "lucide-react";
import { Banner, Steps } from "../../../components/landing";
import { LinkButton } from "../../../components/links";
import { NextSteps } from "../../../components/next-steps";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { SpecialityCarousel } from "../carousel";
import file from "../hero.svg";
import inlinedFile from "../hero.svg?inline";

const inlined = import.meta.env.SSR ? inlinedFile : undefined;

export function Page() {
  const points = [m.hero_point_free(), m.hero_point_checked(), m.hero_point_districts()];
  const steps = [
    { Icon: Search, title: m.step_choose_title(), text: m.step_choose_text() },
    { Icon: CalendarClock, title: m.step_time_title(), text: m.step_time_text() },
    { Icon: Hospital, title: m.step_visit_title(), text: m.step_visit_text() },
  ];
  return (
    <>
      <NextSteps
        param="donor"
        title={m.donor_next_title()}
        steps={[
          m.donor_registered_open_email(),
          m.donor_registered_asked_later(),
          m.donor_registered_no_email(),
        ]}
      />
      <Banner
        heading={m.hero_heading()}
        text={m.hero_text()}
        picture={{ id: "hero", inlined, file, height: 520 }}
      >
        <div className="mt-8 flex flex-wrap items-center gap-3">
          <LinkButton to={paths.category} size="large" className="max-sm:w-full">
            {m.home_book_appointment()}
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
      </Banner>
      <SpecialityCarousel />
      <Steps id="how" title={m.home_steps_title()} text={m.home_steps_text()} steps={steps} />
      <Cost />
      <BloodBanner />
    </>
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

/** Donating and requesting; the donor form links to `need-blood`. */
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
            {m.blood_request_title()}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
