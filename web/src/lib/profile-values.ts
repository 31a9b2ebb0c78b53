/** Values of profiles and registrations: their names in the language of the page, and their validation. */
import { m } from "../messages";
import { getLocale } from "../messages/locale";
import { districtName } from "./districts";

/** A value of a list. */
export interface Option {
  /** The submitted value. */
  id: string;
  /** The displayed name. */
  label: string;
}

interface Place {
  name: string;
  ml?: string;
}

export interface State extends Place {
  districts: readonly Place[];
}

const genders = [
  { id: "Male", label: m.profile_male },
  { id: "Female", label: m.profile_female },
];

export function genderOptions(): Option[] {
  return genders.map(({ id, label }) => ({ id, label: label() }));
}

/** States or districts, in the server's order: Kerala first. */
export function placeOptions(places: readonly Place[]): Option[] {
  return places.map((place) => ({ id: place.name, label: districtName(place) }));
}

export function districtOptions(states: readonly State[], state: string): Option[] {
  return placeOptions(states.find(({ name }) => name === state)?.districts ?? []);
}

export function labelOf(options: Option[], id: string): string {
  return options.find((option) => option.id === id)?.label ?? id;
}

/** A plain day, read in UTC so that no zone moves it. */
export function birthDate(day: string): string {
  if (day === "") return "";
  const locale = getLocale() === "ml" ? "ml-IN" : "en-IN";
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** Times of day compare as texts: "09:15" < "13:00". Equal ones are allowed. */
export function wrongHours(at: (field: string) => string): Record<string, string> {
  const end = at("endTime");
  return end !== "" && end < at("startTime") ? { endTime: m.join_end_before_start() } : {};
}
