/** Texts about a doctor. */

import { m } from "../messages";
import { getLocale } from "../messages/locale";
import { dateTimeLabel, dayOf, timeRange, weekdayNames } from "./visit-time";

/** A name or an address: in Malayalam on Malayalam pages, if its owner entered one. */
export function inLanguage(text: string, ml: string | null | undefined): string {
  return (getLocale() === "ml" && ml) || text;
}

export function doctorTitle({ full_Name, nameMl }: { full_Name: string; nameMl?: string | null }): string {
  return m.doctor_name({ name: inLanguage(full_Name, nameMl) });
}

export function experienceText(years: number): string {
  return years === 0 ? m.doctor_experience_new() : m.doctor_experience({ years });
}

/** The weekdays without visits, as the server names them. */
export function daysOffText(daysOff: readonly string[]): string {
  return daysOff.length === 0 ? m.doctor_every_day() : weekdayNames(daysOff);
}

/** A doctor's choices of the minimum notice, in minutes; 0 is no limit. */
export const noticeChoices = [0, 30, 60, 120, 240, 720, 1440, 2880];

/** As in "2 hours". */
export function noticeText(minutes: number): string {
  return minutes % 60 === 0 ? m.booking_notice_hours({ hours: minutes / 60 }) : m.value_minutes({ minutes });
}

interface Placed {
  /** "clinic" or "phone" */
  mode?: string | null;
  place?: Parameters<typeof placeName>[0];
}

/** The doctor calls the patient: such a visit or session has no place. */
export function isByPhone({ mode }: Pick<Placed, "mode">): boolean {
  return mode === "phone";
}

/** Where a visit or session is, in a word. */
export function visitPlace(visit: Placed): string {
  return isByPhone(visit) ? m.phone_visit() : placeName(visit.place);
}

/** Where a doctor's visit is, for a list in which not all are at the doctor's own clinic; otherwise undefined. */
export function placesIn(visits: readonly Placed[]): (visit: Placed) => string | undefined {
  const isElsewhere = (visit: Placed) => visit.place || isByPhone(visit);
  if (!visits.some(isElsewhere)) return () => undefined;
  return (visit) => (isElsewhere(visit) ? visitPlace(visit) : m.doctor_own_clinic());
}

/** As in "Fri 5 Jan, 9:15 am". */
export function visitWhen({ startsAt, time }: { startsAt: string; time: string }): string {
  return dateTimeLabel(dayOf(startsAt), time);
}

/** As in "9:00 AM to 12:00 PM · Malabar Hospital", the place only where the day has several. */
export function sessionName(
  sessions: readonly Placed[],
): (session: Placed & { from: string; to: string }) => string {
  const placeOf = placesIn(sessions);
  return (session) => [timeRange(session.from, session.to), placeOf(session)].filter(Boolean).join(" · ");
}

/** A timestamp of the server, such as "2024-01-05T09:15:00+05:30", as day and time in India. */
export function startOf(instant: string): { startsAt: string; time: string } {
  return { startsAt: instant, time: instant.slice(11, 16) };
}

export function visitCount(count: number): string {
  return m.clinic_visit_count({ count });
}

interface Hospital {
  name: string;
  nameMl?: string | null;
  address: string;
  addressMl?: string | null;
  city: string;
  district: string;
  state: string;
}

interface Clinic {
  consultation_Address: string;
  addressMl?: string | null;
  district: string;
}

export function placeName(hospital: Pick<Hospital, "name" | "nameMl"> | null | undefined): string {
  return hospital ? inLanguage(hospital.name, hospital.nameMl) : m.doctor_clinic();
}

/** The address of a place, with its district in the language of the page; without the name. */
export function placeAddress(
  hospital: Hospital | null | undefined,
  clinic: Clinic,
  districtName: (name: string) => string,
): string {
  if (!hospital) {
    const address = inLanguage(clinic.consultation_Address, clinic.addressMl);
    return `${address}, ${districtName(clinic.district)}`;
  }
  const { address, addressMl, city, district } = hospital;
  // The town is omitted if it has the district's name, as it often has, and from an address in Malayalam, which names the town itself.
  const own = inLanguage(address, addressMl);
  const isTown = own !== address || city.toLowerCase() === district.toLowerCase();
  return [own, ...(isTown ? [] : [city]), districtName(district)].join(", ");
}

/** The search text for a map: the names as the map knows them, so never the Malayalam ones. */
export function placeOnMap(
  hospital: Hospital | null | undefined,
  clinic: Clinic & { state?: string },
): string[] {
  if (!hospital) return [clinic.consultation_Address, clinic.district, clinic.state ?? "Kerala"];
  const { name, address, city, district, state } = hospital;
  return [name, address, city, district, state];
}

/** A browser on a device, as far as it says. */
export function deviceName({ browser, system }: { browser?: string | null; system?: string | null }): string {
  if (browser && system) return m.security_device({ browser, system });
  return browser ?? system ?? m.security_unknown_device();
}
