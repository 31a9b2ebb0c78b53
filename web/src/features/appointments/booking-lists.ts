/** A doctor's lists: search, filter by day, and pending decisions. */
import type { Filters } from "../../lib/address";
import { dayOf } from "../../lib/visit-time";
import type { Decision, DoctorBooking } from "./api";

/** A patient's name or number, and a day as in "2024-01-05". */
export const bookingParams = {
  q: { isPrivate: true },
  date: { read: (written: string) => (/^\d{4}-\d{2}-\d{2}$/.test(written) ? written : "") },
};

export type BookingFilters = Filters<typeof bookingParams>;

/** Phone numbers match in any spelling: "+91 98460 12345" finds "9846012345". */
function digitsOf(text: string): string {
  return text.replace(/[\s-]/g, "").replace(/^(\+91|0)(?=\d)/, "");
}

/** These lists are complete, so they are searched in the browser. */
export function matching<B extends Pick<DoctorBooking, "patient_name" | "contact_number" | "startsAt">>(
  bookings: readonly B[],
  { q, date }: BookingFilters,
): B[] {
  const [name, digits] = [q.trim().toLowerCase(), digitsOf(q)];
  return bookings.filter(
    ({ patient_name, contact_number, startsAt }) =>
      (date === "" || dayOf(startsAt) === date) &&
      (patient_name.toLowerCase().includes(name) ||
        (/^\d+$/.test(digits) && contact_number.includes(digits))),
  );
}

export interface VisitDay<V> {
  /** As in "2024-01-05" */
  day: string;
  visits: V[];
}

/** The visits are sorted by their start already. */
export function visitDays<V extends { startsAt: string }>(visits: readonly V[]): VisitDay<V>[] {
  const days = new Map<string, V[]>();
  for (const visit of visits) {
    const day = dayOf(visit.startsAt);
    days.set(day, [...(days.get(day) ?? []), visit]);
  }
  return [...days].map(([day, visits]) => ({ day, visits }));
}

/** All days, with today even if it has no visits. */
export function withToday<V>(days: readonly VisitDay<V>[], today: string): VisitDay<V>[] {
  return days.some(({ day }) => day === today) ? [...days] : [{ day: today, visits: [] }, ...days];
}

/** By deadline: `answerBy`, or the start of the visit. */
export function soonestFirst<V extends { startsAt: string; answerBy?: string | null }>(
  requests: readonly V[],
): V[] {
  const endOf = ({ answerBy, startsAt }: V) => Date.parse(answerBy ?? startsAt);
  return requests.toSorted((a, b) => endOf(a) - endOf(b));
}

interface Lists {
  pending: readonly DoctorBooking[];
  upcoming: readonly DoctorBooking[];
}

/** The lists with pending decisions applied optimistically. */
export function withDecisions({ pending, upcoming }: Lists, decisions: readonly Decision[]): Lists {
  const decided = new Set(decisions.map(({ booking }) => booking._id));
  const known = new Set(upcoming.map(({ _id }) => _id));
  const approved = decisions
    .filter(({ kind, booking }) => kind === "approve" && !known.has(booking._id))
    .map(({ booking }) => ({ ...booking, status: "Checked" }));
  return {
    pending: pending.filter(({ _id }) => !decided.has(_id)),
    upcoming: [...upcoming, ...approved].sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1)),
  };
}
