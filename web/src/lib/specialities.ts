/** The specialities, from the server's own list. Pages show them in their language and link by the English title. */
import list from "@reference/specialities.json";
import { getLocale } from "../messages/locale";
import type { Option } from "./profile-values";

export interface Speciality {
  slug: string;
  title: string;
  ml: string;
}

export const specialities: readonly Speciality[] = list;

/** The specialities of the grid on /category. */
export const landingSpecialities: readonly Speciality[] = list.filter(({ landing }) => landing !== false);

export function specialityName({ title, ml }: Speciality): string {
  return getLocale() === "ml" ? ml : title;
}

/** A speciality as the server names it, in the language of the page. */
export function specialityLabel(title: string): string {
  const found = specialities.find((speciality) => speciality.title.toLowerCase() === title.toLowerCase());
  return found ? specialityName(found) : title;
}

/** All specialities for a choice, in the order of the list. */
export function specialityOptions(): Option[] {
  return specialities.map((speciality) => ({ id: speciality.title, label: specialityName(speciality) }));
}
