import { expect, test } from "vitest";
import { addDays, weekdayOf } from "./days";

test.each([
  ["2024-01-05", 0, "2024-01-05"],
  ["2024-01-31", 1, "2024-02-01"],
  ["2024-02-28", 1, "2024-02-29"],
  ["2024-12-31", 30, "2025-01-30"],
  ["2024-01-01", -1, "2023-12-31"],
  ["2026-11-15", -365, "2025-11-15"],
])("from %s, %i days on, is %s", (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected);
});

test.each([
  ["2024-01-01", "Monday"],
  ["2024-01-07", "Sunday"],
  ["2024-02-29", "Thursday"],
])("%s is a %s", (day, weekday) => {
  expect(weekdayOf(day)).toBe(weekday);
});
