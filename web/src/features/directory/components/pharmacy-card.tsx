import { Clock, MapPin, Navigation, Phone } from "lucide-react";
import { memo, useId } from "react";
import { Avatar } from "../../../components/avatar";
import { Badge } from "../../../components/badge";
import { cardLook } from "../../../components/card";
import { buttonLook } from "../../../components/links";
import { directionsTo, OutsideLink } from "../../../components/outside-link";
import type { IndiaTime } from "../../../lib/india-time";
import { isAllDay, openingHours } from "../../../lib/opening-hours";
import { timeLabel, weekdayNames, weekdays } from "../../../lib/visit-time";
import { inLanguage } from "../../../lib/words";
import { m } from "../../../messages";
import type { Pharmacy } from "../api";

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
export const PharmacyCard = memo(function PharmacyCard({ pharmacy, district, now }: PharmacyCardProps) {
  const heading = useId();
  const { Hospital_name, Address, City, State, Phone_Number, startTime, endTime, daysOff } = pharmacy;
  const isOpen = now && openNow(pharmacy, now);
  const place = City.toLowerCase() === pharmacy.District.toLowerCase() ? [Address] : [Address, City];
  return (
    <article aria-labelledby={heading} className={cardLook}>
      <div className="flex gap-4">
        <Avatar name={Hospital_name} image={pharmacy.Image} />
        <div className="flex min-w-0 flex-col items-start gap-1.5">
          <h3 id={heading} className="text-lg leading-snug font-bold">
            {inLanguage(Hospital_name, pharmacy.nameMl)}
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
        <span>{[inLanguage(place.join(", "), pharmacy.addressMl), district].join(", ")}</span>
      </p>
      <p className="mt-2 mb-4 flex gap-2">
        <Clock aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
        <span>
          {startTime && endTime ? openingHours(startTime, endTime) : m.pharmacy_no_hours()}
          {daysOff.length > 0 && (
            <span className="block text-muted">{m.pharmacy_closed_on({ days: weekdayNames(daysOff) })}</span>
          )}
        </span>
      </p>
      <div className="mt-auto grid grid-cols-2 gap-2 border-t border-line pt-4 *:px-2 lang-ml:max-[24rem]:grid-cols-1">
        <a
          href={`tel:+91${Phone_Number}`}
          aria-describedby={heading}
          className={buttonLook({ tone: "soft" })}
        >
          <Phone aria-hidden className="size-5 shrink-0" />
          {Phone_Number}
        </a>
        <OutsideLink
          href={directionsTo(Hospital_name, ...place, pharmacy.District, State)}
          look={buttonLook({ tone: "quiet" })}
          describedBy={heading}
        >
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

/** Whether a shop is open at a moment; nothing when it does not tell its hours. On a day off it does not open, and closes as on other days. */
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
