import { expect, test } from "vitest";
import { daysOffText, experienceText } from "./words";

test.each([
  [0, "Less than a year of experience"],
  [1, "1 year of experience"],
  [24, "24 years of experience"],
])("%d years read %j", (years, text) => {
  expect(experienceText(years)).toBe(text);
});

test("a doctor without days off is there every day", () => {
  expect(daysOffText([])).toBe("None, open every day");
  expect(daysOffText(["Sunday", "Monday"])).toBe("Monday, Sunday");
});
