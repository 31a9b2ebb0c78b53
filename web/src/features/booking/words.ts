/** A booking in words, for titles and for the names of its buttons. */
import { dateLabel, dayOf, timeLabel } from "../../lib/visit-time";
import { m } from "../../paraglide/messages";

/** As in "Fri, Jan 5, 2024, 9:15 AM". */
export function visitWhen({ startsAt, time }: { startsAt: string; time: string }): string {
  return `${dateLabel(dayOf(startsAt))}, ${timeLabel(time)}`;
}

export function visitCount(count: number): string {
  return count === 1 ? m.clinic_visit_count_one() : m.clinic_visit_count({ count });
}
