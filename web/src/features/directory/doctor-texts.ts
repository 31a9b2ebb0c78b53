import { weekdayNames } from "../../lib/visit-time";
import { m } from "../../paraglide/messages";

/** The heading of the list. From 25 on the product says "25+". */
export function doctorsAvailable(total: number): string {
  if (total >= 25) return m.find_count_many();
  return total === 1 ? m.find_count_one() : m.find_count_some({ count: total });
}

export function experienceText(years: number): string {
  if (years === 0) return m.doctor_experience_new();
  return years === 1 ? m.doctor_experience_one() : m.doctor_experience({ years });
}

/** The weekdays on which nobody is seen, as the server names them. */
export function daysOffText(daysOff: readonly string[]): string {
  return daysOff.length === 0 ? m.doctor_every_day() : weekdayNames(daysOff);
}
