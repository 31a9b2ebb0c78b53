/** What is known of a doctor, in words. */
import { m } from "../paraglide/messages";
import { weekdayNames } from "./visit-time";

export function experienceText(years: number): string {
  if (years === 0) return m.doctor_experience_new();
  return years === 1 ? m.doctor_experience_one() : m.doctor_experience({ years });
}

/** The weekdays on which nobody is seen, as the server names them. */
export function daysOffText(daysOff: readonly string[]): string {
  return daysOff.length === 0 ? m.doctor_every_day() : weekdayNames(daysOff);
}
