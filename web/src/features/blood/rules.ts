import type { components } from "../../api/schema";

/** Who may donate whole blood in India (national guideline of 2017). The server has the same numbers; an e2e test compares the two. */
export const donorRules = {
  youngest: 18,
  oldest: 65,
  oldestFirstTime: 60,
  kilograms: 45,
  daysMale: 90,
  daysFemale: 120,
};

/** An unconfirmed registration is deleted after this many days. */
export const CONFIRMATION_TTL_DAYS = 30;

/** A mailed link is valid for this many days, unless a newer one was used. */
export const LINK_TTL_DAYS = 180;

/** In grams per decilitre; only the blood centre can measure it. */
export const MIN_HAEMOGLOBIN = "12.5";

/** The server's limit. */
export const MAX_REASON_LENGTH = 300;

/** The server's limit. */
export const MAX_UNITS = 10;

/** The server's limit. */
export const MAX_DAYS_AHEAD = 30;

export type BloodGroup = components["schemas"]["BloodGroup"];

/** Blood groups, and which red cells are compatible. The server has the same table; an e2e test compares the two. */
export const bloodGroups = ["A+", "A-", "B+", "B-", "AB+", "AB-", "O+", "O-"] as const satisfies BloodGroup[];

const antigens = ["A", "B", "+"];

/** A recipient needs every antigen that the red cells carry. */
export function canGive(donor: string, recipient: string): boolean {
  return antigens.every((antigen) => !donor.includes(antigen) || recipient.includes(antigen));
}

export function donorsFor(recipient: string): BloodGroup[] {
  return bloodGroups.filter((donor) => canGive(donor, recipient));
}

export function recipientsOf(donor: string): BloodGroup[] {
  return bloodGroups.filter((recipient) => canGive(donor, recipient));
}

/** With a real minus sign: a hyphen is easily overlooked, and screen readers skip it. */
export function groupName(group: string): string {
  return group.replace("-", "−");
}

export function groupNames(groups: readonly string[]): string {
  return groups.map(groupName).join(", ");
}

export function groupChoices() {
  return bloodGroups.map((group) => ({ id: group, label: groupName(group) }));
}
