import { dateLabel } from "../../lib/visit-time";
import { m } from "../../paraglide/messages";

/** What a screen reader says for a day and what is left of it. */
export function dayName({ day, free }: { day: string; free: number }): string {
  const date = dateLabel(day);
  return free > 0 ? m.slot_day_name({ day: date, count: free }) : m.slot_day_full({ day: date });
}
