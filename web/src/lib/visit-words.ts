/** A booking in words, for titles and for the names of its buttons. */
import { m } from "../messages";
import { placeName } from "./places";
import { dateTimeLabel, dayOf, timeRange } from "./visit-time";

interface Placed {
  place?: Parameters<typeof placeName>[0];
}

/** Where a doctor's visit is, for a list in which not all are at the own clinic; in any other there is nothing to say. */
export function placesIn(visits: readonly Placed[]): (visit: Placed) => string | undefined {
  if (!visits.some(({ place }) => place)) return () => undefined;
  return ({ place }) => (place ? placeName(place) : m.doctor_own_clinic());
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

/** An instant of the server, such as "2024-01-05T09:15:00+05:30", as the day and time that it has in India. */
export function startOf(instant: string): { startsAt: string; time: string } {
  return { startsAt: instant, time: instant.slice(11, 16) };
}

export function visitCount(count: number): string {
  return m.clinic_visit_count({ count });
}
