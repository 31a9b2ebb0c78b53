/** What is known of a doctor, in words. */
import { m } from "../messages";
import { getLocale } from "../messages/locale";
import { weekdayNames } from "./visit-time";

/** A name or an address: in Malayalam for those who read the page in it, where its owner has told it. */
export function inLanguage(text: string, ml: string | null | undefined): string {
  return (getLocale() === "ml" && ml) || text;
}

export function doctorTitle({ full_Name, nameMl }: { full_Name: string; nameMl?: string | null }): string {
  return m.doctor_name({ name: inLanguage(full_Name, nameMl) });
}

export function experienceText(years: number): string {
  return years === 0 ? m.doctor_experience_new() : m.doctor_experience({ years });
}

/** The weekdays on which nobody is seen, as the server names them. */
export function daysOffText(daysOff: readonly string[]): string {
  return daysOff.length === 0 ? m.doctor_every_day() : weekdayNames(daysOff);
}
