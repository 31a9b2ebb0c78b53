/** Values of the donor form. Only changed ones are sent; empty fields stay. */
import * as v from "valibot";
import type { Donor } from "../api";

export const detailsShape = v.object(
  v.entriesFromList(
    ["Name", "Blood_group", "Gender", "Age", "Email", "Phone_number", "District", "State"],
    v.string(),
  ),
);

type Details = v.InferOutput<typeof detailsShape>;
export type Changes = Partial<Details> & { consent?: boolean };

/** E-mail address and phone number are masked, so their fields start empty. */
export function detailsOf(donor: Donor): Details {
  const { Name, Blood_group, Gender, Age, District, State } = donor;
  return { Name, Blood_group, Gender, Age: String(Age), Email: "", Phone_number: "", District, State };
}

export function changesOf(donor: Donor, typed: Details, consent: boolean): Changes {
  const before: Record<string, string> = detailsOf(donor);
  const changed: Partial<Details> = Object.fromEntries(
    Object.entries(typed)
      .map(([field, text]) => [field, text.trim()] as const)
      .filter(([field, text]) => text !== "" && text !== before[field]),
  );
  // A district is only one of its state.
  if (changed.State !== undefined) changed.District = typed.District;
  return consent === donor.consent ? changed : { ...changed, consent };
}
