import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";
import { SectionHeading } from "../../components/landing";
import { paths } from "../../lib/paths";
import { specialities } from "../../lib/specialities";
import { m } from "../../messages";
import { SpecialityCard } from "./speciality-card";

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
