import { expect, test } from "vitest";
import { categoryNamed } from "./applicants";
import { actionOptions, actionWords, actorOptions, kindWords, listWords, userCount } from "./words";

test("values of the server have texts", () => {
  expect(actionWords("suspend")).toBe("Suspended");
  expect(kindWords("bloodrequest")).toBe("Blood request");
  expect(actionOptions()).toContainEqual({ id: "block", label: "Blocked" });
  expect(
    actorOptions()
      .slice(0, 3)
      .map(({ label }) => label),
  ).toEqual(["Administrator", "Doctor", "Hospital"]);
  expect(listWords("donors")).toBe("Blood donors");
});

test("unknown values are shown unchanged", () => {
  expect(actionWords("merge")).toBe("merge");
  expect(kindWords("clinic")).toBe("clinic");
});

test("many are grouped the Indian way", () => {
  expect([1, 200_000].map(userCount)).toEqual(["1 user", "2,00,000 users"]);
});

test.each([
  ["Hospital", "Hospital"],
  ["pharmacy", "Pharmacy"],
  ["", "Doctor"],
  ["Nurse", "Doctor"],
])("the address's %j opens the tab %j", (text, category) => {
  expect(categoryNamed(text)).toBe(category);
});
