/** What a doctor's lists show: what is searched for, by day, and with what was decided a moment ago. */
import type { Filters } from "../../lib/address";
import { dayOf } from "../../lib/visit-time";
import type { Decision, DoctorBooking } from "./api/doctor";

/** A patient's name or number, and a day as in "2024-01-05". */
export const bookingParams = {
  q: { isPrivate: true },
  date: { read: (written: string) => (/^\d{4}-\d{2}-\d{2}$/.test(written) ? written : "") },
};

export type BookingFilters = Filters<typeof bookingParams>;

/** A number is found however it is written: "+91 98460 12345" finds "9846012345". */
function digitsOf(text: string): string {
  return text.replace(/[\s-]/g, "").replace(/^(\+91|0)(?=\d)/, "");
}

/** The lists of the coming days are here as a whole, so they are searched here. */
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

/** The days with today among them, also where nobody has a time today. */
export function withToday<V>(days: readonly VisitDay<V>[], today: string): VisitDay<V>[] {
  return days.some(({ day }) => day === today) ? [...days] : [{ day: today, visits: [] }, ...days];
}

/** What ends soonest first: a request waits until `answerBy`, or until its visit begins where the server does not say it. */
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

/** The server's lists as they will be. Should it refuse, they are simply the server's again. */
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
