import { expect, test } from "vitest";
import { dayAfter } from "./follow-ups";

test("a day is so many days after another, over months and years", () => {
  expect(dayAfter("2026-11-15", "10")).toBe("2026-11-25");
  expect(dayAfter("2026-12-31", "1")).toBe("2027-01-01");
  expect(dayAfter("2026-11-15", "365")).toBe("2027-11-15");
});

test("what is no number of days yet is no day", () => {
  for (const days of ["", "0", "366", "-1", "1.5", "soon"])
    expect(dayAfter("2026-11-15", days)).toBeUndefined();
});
