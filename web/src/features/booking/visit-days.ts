/** Visits by day, as a doctor's day goes. */
import { dayOf } from "../../lib/visit-time";

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
