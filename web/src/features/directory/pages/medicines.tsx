/** /medicines: the approved pharmacies, filtered by the district and the name in the address. */

import { useInfiniteQuery } from "@tanstack/react-query";
import { Clock, MapPin, Navigation, Phone, Store } from "lucide-react";
import { memo, useDeferredValue } from "react";
import { useLocation } from "react-router";
import { useDistrictName } from "../../../api/reference";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { cardLook } from "../../../components/card";
import { buttonLook, LinkButton } from "../../../components/links";
import { LoadedList } from "../../../components/loaded";
import { NextPageLink } from "../../../components/next-page-link";
import { directionsTo, OutsideLink } from "../../../components/outside-link";
import { SearchField } from "../../../components/search-field";
import { SearchForm } from "../../../components/search-form";
import { Skeleton } from "../../../components/skeletons";
import { HydratedLater, useHydrated } from "../../../lib/hydrated";
import { type IndiaTime, useIndiaTime } from "../../../lib/india-time";
import { isAllDay, openingHours } from "../../../lib/opening-hours";
import { paths, pharmacyRegister } from "../../../lib/paths";
import { optional, view } from "../../../lib/template";
import { timeLabel, weekdayNames, weekdays } from "../../../lib/visit-time";
import { inLanguage } from "../../../lib/words";
import { m } from "../../../messages";
import { type Pharmacy, pharmaciesQuery } from "../api";
import { DistrictField } from "../components/district-field";
import { Portrait, type PortraitTexts, portraitTexts } from "../components/portrait";
import { type PharmacyFilters, pharmacyParams, usePageFilters, useUsualDistrict } from "../filters";

export function Page({ title }: { title: string }) {
  const search = usePageFilters(pharmacyParams);
  const { filters } = search;
  const { change, clear } = useUsualDistrict(search);
  return (
    <div className="page py-6 md:py-12">
      <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
      <p className="mt-2 text-lg text-muted">{m.medicines_text()}</p>
      <SearchForm
        label={m.medicines_filter()}
        path={paths.medicines}
        className="mt-5 grid max-w-4xl gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:mt-6 sm:p-5 md:grid-cols-2"
      >
        <DistrictField value={filters.district} onChange={(district) => change({ district })} />
        <SearchField label={m.medicines_name()} name="q" value={filters.q} onChange={(q) => change({ q })} />
      </SearchForm>
      <HydratedLater>
        <PharmacyList filters={filters} onClear={clear} />
      </HydratedLater>
    </div>
  );
}

interface PharmacyListProps {
  filters: PharmacyFilters;
  onClear: () => void;
}

const gridLook = "mt-4 grid gap-4 transition-opacity md:grid-cols-2 md:gap-5 xl:grid-cols-3";

function PharmacyList({ filters, onClear }: PharmacyListProps) {
  const hydrated = useHydrated();
  const { pathname, search } = useLocation();
  const found = useInfiniteQuery({ ...pharmaciesQuery(filters, pathname + search), enabled: hydrated });
  // Deferred: React renders the cards in slices, so that phones stay responsive.
  const data = useDeferredValue(found.data);
  const nameOf = useDistrictName();
  const now = useIndiaTime();
  return (
    <div className="mt-6">
      <LoadedList
        isAutomatic
        heading="h2"
        load={{ ...found, data }}
        fallback={<Skeleton line="h-11 w-56" className={gridLook} blocks={6} look="h-77" />}
        above={(total) =>
          total > 0 && (
            <h2 aria-live="polite" className="flex min-h-11 items-center text-2xl font-bold">
              {pharmaciesFound(total)}
            </h2>
          )
        }
        none={{
          icon: Store,
          ...noPharmacy(filters),
          // Not in the HTML: without scripts the buttons would do nothing.
          children: hydrated && actions(filters, onClear),
        }}
      >
        {(pharmacies, isBusy) => (
          <ul aria-busy={isBusy} className={`${gridLook} ${isBusy ? "opacity-60" : ""}`}>
            {pharmacies.map((pharmacy) => (
              <li key={pharmacy._id}>
                <PharmacyCard pharmacy={pharmacy} district={nameOf(pharmacy.District)} now={now} />
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
      <NextPageLink />
    </div>
  );
}

export const noPharmacy = view(({ district, q }: PharmacyFilters) => {
  if (q) return { title: m.medicines_no_match(), text: m.medicines_no_match_text() };
  return { title: district ? m.medicines_empty() : m.medicines_empty_all(), text: m.medicines_empty_text() };
});

function actions({ district, q }: PharmacyFilters, onClear: () => void) {
  if (q) return <Button onPress={onClear}>{m.find_clear()}</Button>;
  return (
    <>
      {district && <Button onPress={onClear}>{m.medicines_everywhere()}</Button>}
      <LinkButton tone={district ? "quiet" : "brand"} to={pharmacyRegister}>
        {m.medicines_register()}
      </LinkButton>
    </>
  );
}

export const pharmaciesFound = view((total: number): string => m.medicines_count({ count: total }));

interface PharmacyTexts extends PortraitTexts {
  name: string;
  address: string;
  hours: string;
  closed: readonly string[];
  phone: string;
  /** The link to a map. */
  map: string;
}

/** A card's texts, which the server also fills into the page (`directory/pharmacy_page/rules.rs`). */
export const pharmacyCard = view((pharmacy: Pharmacy, district: string): PharmacyTexts => {
  const { Hospital_name, Image, Address, City, State, startTime, endTime, daysOff } = pharmacy;
  const place = City.toLowerCase() === pharmacy.District.toLowerCase() ? [Address] : [Address, City];
  return {
    ...portraitTexts(Hospital_name, Image),
    name: inLanguage(Hospital_name, pharmacy.nameMl),
    address: [inLanguage(place.join(", "), pharmacy.addressMl), district].join(", "),
    hours: startTime && endTime ? openingHours(startTime, endTime) : m.pharmacy_no_hours(),
    closed: optional(daysOff.length > 0 && m.pharmacy_closed_on({ days: weekdayNames(daysOff) })),
    phone: pharmacy.Phone_Number,
    map: directionsTo(Hospital_name, ...place, pharmacy.District, State),
  };
});

interface PharmacyCardProps {
  pharmacy: Pharmacy;
  /** The district in the language of the page. */
  district: string;
  /** Undefined before hydration. */
  now: IndiaTime | undefined;
}

function openText({ startTime, endTime }: Pharmacy): string {
  if (!startTime || !endTime || isAllDay(startTime, endTime)) return m.pharmacy_open();
  return m.pharmacy_open_until({ time: timeLabel(endTime) });
}

/** Memoized: lists have many. */
const PharmacyCard = memo(function PharmacyCard({ pharmacy, district, now }: PharmacyCardProps) {
  const texts = pharmacyCard(pharmacy, district);
  // Not by `useId`, which numbers the items: the server repeats the markup of one.
  const heading = `pharmacy-${pharmacy._id}`;
  const isOpen = now && openNow(pharmacy, now);
  return (
    <article aria-labelledby={heading} className={cardLook}>
      <div className="flex gap-4">
        <Portrait texts={texts} name={pharmacy.Hospital_name} />
        <div className="flex min-w-0 flex-col items-start gap-1.5">
          <h3 id={heading} className="text-lg leading-snug font-bold">
            {texts.name}
          </h3>
          {isOpen !== undefined && (
            <Badge tone={isOpen ? "good" : "quiet"}>
              {isOpen ? openText(pharmacy) : m.pharmacy_closed()}
            </Badge>
          )}
        </div>
      </div>
      <p className="mt-4 flex gap-2">
        <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
        <span>{texts.address}</span>
      </p>
      <p className="mt-2 mb-4 flex gap-2">
        <Clock aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
        <span>
          <span className="block">{texts.hours}</span>
          {texts.closed.map((text) => (
            <span key="closed" className="block text-muted">
              {text}
            </span>
          ))}
        </span>
      </p>
      <div className="mt-auto grid grid-cols-2 gap-2 border-t border-line pt-4 *:px-2 lang-ml:max-[24rem]:grid-cols-1">
        <a href={`tel:+91${texts.phone}`} aria-describedby={heading} className={buttonLook({ tone: "soft" })}>
          <Phone aria-hidden className="size-5 shrink-0" />
          {texts.phone}
        </a>
        <OutsideLink href={texts.map} look={buttonLook({ tone: "quiet" })} describedBy={heading}>
          <Navigation aria-hidden className="size-5 shrink-0" />
          {m.booking_directions()}
        </OutsideLink>
      </div>
    </article>
  );
});

interface OpeningHours {
  startTime?: string | null;
  endTime?: string | null;
  daysOff: readonly string[];
}

/**
 * Whether a shop is open at a moment; undefined if it has no opening hours, unless it is a day off. On a day off it does not open, but
 * closes as on other days.
 */
export function openNow({ startTime, endTime, daysOff }: OpeningHours, now: IndiaTime): boolean | undefined {
  const opensOn = (weekday: string) => !daysOff.includes(weekday);
  if (!startTime || !endTime) return opensOn(now.weekday) ? undefined : false;
  if (isAllDay(startTime, endTime)) return opensOn(now.weekday);
  if (startTime <= endTime) return opensOn(now.weekday) && startTime <= now.time && now.time < endTime;
  // Past midnight: opened today, or still open since yesterday.
  return (
    (opensOn(now.weekday) && startTime <= now.time) || (opensOn(dayBefore(now.weekday)) && now.time < endTime)
  );
}

function dayBefore(weekday: string): string {
  return weekdays[(weekdays.indexOf(weekday) + 6) % 7] ?? "";
}
