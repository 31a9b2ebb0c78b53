/** Blood groups, and whose red cells suit whom. The server matches by the same table; a journey compares the two. */
import type { components } from "../../api/schema";

export type BloodGroup = components["schemas"]["BloodGroup"];

export const bloodGroups = ["A+", "A-", "B+", "B-", "AB+", "AB-", "O+", "O-"] as const satisfies BloodGroup[];

const antigens = ["A", "B", "+"];

/** Red cells suit whoever has every antigen that they carry. */
export function canGive(donor: string, recipient: string): boolean {
  return antigens.every((antigen) => !donor.includes(antigen) || recipient.includes(antigen));
}

export function donorsFor(recipient: string): BloodGroup[] {
  return bloodGroups.filter((donor) => canGive(donor, recipient));
}

export function recipientsOf(donor: string): BloodGroup[] {
  return bloodGroups.filter((recipient) => canGive(donor, recipient));
}

/** With a real minus sign: a hyphen is easily overlooked, by eyes and by screen readers. */
export function groupName(group: string): string {
  return group.replace("-", "−");
}

export function groupNames(groups: readonly string[]): string {
  return groups.map(groupName).join(", ");
}

export function groupChoices() {
  return bloodGroups.map((group) => ({ id: group, label: groupName(group) }));
}
