/** /: the home page. */

import {
  CalendarClock,
  Check,
  ChevronLeft,
  ChevronRight,
  HeartHandshake,
  Hospital,
  Search,
} from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";
import { Banner, SectionHeading, Steps } from "../../../components/landing";
import { LinkButton } from "../../../components/links";
import { NextSteps } from "../../../components/next-steps";
import { paths } from "../../../lib/paths";
import { specialities } from "../../../lib/specialities";
import { m } from "../../../messages";
import file from "../hero.svg";
import inlinedFile from "../hero.svg?inline";
import { SpecialityCard } from "../speciality-card";

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

interface ScrollState {
  scrollLeft: number;
  clientWidth: number;
  scrollWidth: number;
}

/** One sixth of the width, which on a desk is one card; on a phone, where cards are wider than that, at least one. */
export function carouselStep(carouselWidth: number, cardWidth: number): number {
  return Math.max(carouselWidth / 6, cardWidth);
}

/** Browsers round scroll positions, so a pixel short of the end is the end. */
export function carouselEnds({ scrollLeft, clientWidth, scrollWidth }: ScrollState) {
  return { atStart: scrollLeft <= 1, atEnd: scrollLeft + clientWidth >= scrollWidth - 1 };
}

export function SpecialityCarousel() {
  const list = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ atStart: true, atEnd: false });

  function scroll(direction: 1 | -1): void {
    const carousel = list.current;
    const card = carousel?.firstElementChild;
    if (!carousel || !card) return;
    carousel.scrollBy({ left: direction * carouselStep(carousel.clientWidth, card.clientWidth) });
  }

  return (
    <section className="page py-14 md:py-20">
      <SectionHeading title={m.home_specialities()} text={m.carousel_text()}>
        <div className="flex items-center gap-2">
          <Link
            to={paths.category}
            className="me-2 inline-flex min-h-11 items-center font-semibold text-brand-ink underline underline-offset-4"
          >
            {m.carousel_all()}
          </Link>
          <CarouselArrow label={m.carousel_previous()} isDisabled={ends.atStart} onPress={() => scroll(-1)}>
            <ChevronLeft aria-hidden className="size-6" />
          </CarouselArrow>
          <CarouselArrow label={m.carousel_next()} isDisabled={ends.atEnd} onPress={() => scroll(1)}>
            <ChevronRight aria-hidden className="size-6" />
          </CarouselArrow>
        </div>
      </SectionHeading>
      <ul
        ref={list}
        onScroll={(event) => setEnds(carouselEnds(event.currentTarget))}
        className="-mx-2 mt-6 flex snap-x snap-mandatory overflow-x-auto scroll-smooth py-2 [scrollbar-width:none]"
      >
        {specialities.map((speciality) => (
          <li key={speciality.slug} className="w-[44%] shrink-0 snap-start px-2 sm:w-1/3 md:w-1/4 lg:w-1/6">
            <SpecialityCard speciality={speciality} imageTo={paths.category} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CarouselArrowProps {
  label: string;
  isDisabled: boolean;
  onPress: () => void;
  children: ReactNode;
}

function CarouselArrow({ label, isDisabled, onPress, children }: CarouselArrowProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // Not `disabled`: the button under the finger of a keyboard user must not lose the focus at the end.
      aria-disabled={isDisabled}
      onClick={onPress}
      className="inline-flex size-11 cursor-pointer items-center justify-center rounded-full border border-line bg-surface text-brand-ink shadow-card hover:bg-brand-soft aria-disabled:cursor-default aria-disabled:opacity-50"
    >
      {children}
    </button>
  );
}
