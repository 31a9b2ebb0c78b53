import { expect, test } from "vitest";
import { daysOffText, doctorsAvailable, experienceText } from "./doctor-texts";

test.each([
  [0, "0 doctors available"],
  [1, "1 doctor available"],
  [7, "7 doctors available"],
  [24, "24 doctors available"],
  [25, "25+ doctors available"],
  [64, "25+ doctors available"],
])("%d doctors are announced as %j", (total, heading) => {
  expect(doctorsAvailable(total)).toBe(heading);
});

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
