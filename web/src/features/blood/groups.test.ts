import { expect, test } from "vitest";
import { bloodGroups, canGive, donorsFor, groupName, recipientsOf } from "./rules";

/** Recipient ← donors, as in the tables of blood centres. */
const table: Record<string, string> = {
  "A+": "A+ A- O+ O-",
  "A-": "A- O-",
  "B+": "B+ B- O+ O-",
  "B-": "B- O-",
  "AB+": "A+ A- B+ B- AB+ AB- O+ O-",
  "AB-": "A- B- AB- O-",
  "O+": "O+ O-",
  "O-": "O-",
};

test("the table has every group", () => {
  expect(Object.keys(table)).toEqual([...bloodGroups]);
});

test.each(Object.entries(table))("%s takes %s and nothing else", (recipient, donors) => {
  expect(donorsFor(recipient).join(" ")).toBe(donors);
  for (const donor of bloodGroups) {
    expect(canGive(donor, recipient), `${donor} to ${recipient}`).toBe(donors.split(" ").includes(donor));
    expect(recipientsOf(donor).includes(recipient as "A+")).toBe(canGive(donor, recipient));
  }
});

test("a group is shown with a minus sign", () => {
  expect(bloodGroups.map(groupName).join(" ")).toBe("A+ A− B+ B− AB+ AB− O+ O−");
});
