/** Whom a visit is for: the patient themselves, somebody whom they saved, or somebody else. */
import type { Person } from "./api/people";

/** What a booking form asks about whoever comes. */
export interface Patient {
  name: string;
  phoneNumber: string;
}

export const me = "me";
export const somebodyElse = "somebody-else";

interface Known {
  own: Patient | undefined;
  people: readonly Person[];
}

/** Who is chosen at first, after what an earlier visit or an earlier try has said. */
export function firstChoice(kept: (Patient & { person?: string }) | undefined, { own, people }: Known) {
  if (!kept) return me;
  if (people.some(({ _id }) => _id === kept.person)) return kept.person ?? me;
  return kept.name === own?.name ? me : somebodyElse;
}

/** What the form says when somebody is chosen. */
export function detailsOf(chosen: string, { own, people }: Known): Patient {
  const person = people.find(({ _id }) => _id === chosen);
  if (person) return { name: person.name, phoneNumber: person.phoneNumber };
  const phoneNumber = own?.phoneNumber ?? "";
  return chosen === me ? { name: own?.name ?? "", phoneNumber } : { name: "", phoneNumber };
}

const isAlike = (one: string, other: string) =>
  one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

/** Whom of the saved people the form is about: the chosen one, or one who was typed in again. */
export function personOf(chosen: string, typed: Patient, { own, people }: Known): string | undefined {
  const isSame = ({ name, phoneNumber }: Person) =>
    isAlike(name, typed.name) && phoneNumber === typed.phoneNumber.trim();
  const isOwn = own !== undefined && isAlike(own.name, typed.name);
  return (people.find(({ _id }) => _id === chosen) ?? (isOwn ? undefined : people.find(isSame)))?._id;
}

/** Whether somebody is typed in whom it is worth saving. */
export function isNewPerson(chosen: string, typed: Patient, { own, people }: Known): boolean {
  if (people.some(({ _id }) => _id === chosen) || typed.name.trim() === "") return false;
  if (own && isAlike(own.name, typed.name)) return false;
  return !people.some(({ name }) => isAlike(name, typed.name));
}
