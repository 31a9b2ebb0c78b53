/** Whom a visit is for: the account's owner, a saved person, or someone else. */
import type { Person } from "./api";

/** What the booking form asks about the patient. */
export interface Patient {
  name: string;
  phoneNumber: string;
}

export const me = "me";
export const somebodyElse = "somebody-else";

interface EarlierPatient {
  own: Patient | undefined;
  people: readonly Person[];
}

/** The initial choice, from an earlier visit or an earlier attempt. */
export function firstChoice(
  kept: (Patient & { person?: string }) | undefined,
  { own, people }: EarlierPatient,
) {
  if (!kept) return me;
  if (people.some(({ _id }) => _id === kept.person)) return kept.person ?? me;
  return kept.name === own?.name ? me : somebodyElse;
}

/** The form's values for a choice. */
export function detailsOf(chosen: string, { own, people }: EarlierPatient): Patient {
  const person = people.find(({ _id }) => _id === chosen);
  if (person) return { name: person.name, phoneNumber: person.phoneNumber };
  const phoneNumber = own?.phoneNumber ?? "";
  return chosen === me ? { name: own?.name ?? "", phoneNumber } : { name: "", phoneNumber };
}

const isAlike = (one: string, other: string) =>
  one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

/** The saved person that the form is about: chosen, or typed in again. */
export function personOf(
  chosen: string,
  typed: Patient,
  { own, people }: EarlierPatient,
): string | undefined {
  const isSame = ({ name, phoneNumber }: Person) =>
    isAlike(name, typed.name) && phoneNumber === typed.phoneNumber.trim();
  const isOwn = own !== undefined && isAlike(own.name, typed.name);
  return (people.find(({ _id }) => _id === chosen) ?? (isOwn ? undefined : people.find(isSame)))?._id;
}

/** Whether the typed person can be saved. */
export function isNewPerson(chosen: string, typed: Patient, { own, people }: EarlierPatient): boolean {
  if (people.some(({ _id }) => _id === chosen) || typed.name.trim() === "") return false;
  if (own && isAlike(own.name, typed.name)) return false;
  return !people.some(({ name }) => isAlike(name, typed.name));
}
