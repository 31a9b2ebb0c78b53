import { expect, test } from "vitest";
import { categoryNamed } from "./applicants";

test.each([
  ["Hospital", "Hospital"],
  ["pharmacy", "Pharmacy"],
  ["", "Doctor"],
  ["Nurse", "Doctor"],
])("the address's %j opens the tab %j", (text, category) => {
  expect(categoryNamed(text)).toBe(category);
});
