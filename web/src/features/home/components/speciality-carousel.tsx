import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../lib/paths";
import { specialities } from "../../../lib/specialities";
import { m } from "../../../paraglide/messages";
import { carouselEnds, carouselStep } from "../carousel-scroll";
import { CarouselArrow } from "./carousel-arrow";
import { SectionHeading } from "./section-heading";
import { SpecialityCard } from "./speciality-card";

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
      <SectionHeading title={m.carousel_heading()} text={m.carousel_text()}>
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
