import { afterEach, expect, test } from "vitest";
import { overwriteGetLocale } from "../paraglide/runtime";
import { momentLabel } from "./moment-label";

afterEach(() => overwriteGetLocale(() => "en"));

test.each([
  ["2024-01-04T18:30:00Z", "2024-01-05 12:00 AM"],
  ["2024-01-05T03:45:12.345Z", "2024-01-05 9:15 AM"],
  ["2024-01-05T18:29:59Z", "2024-01-05 11:59 PM"],
])("%s is %s in India", (instant, words) => {
  expect(momentLabel(instant)).toBe(words);
});

test("it says the part of the day in Malayalam", () => {
  overwriteGetLocale(() => "ml");
  expect(momentLabel("2024-01-05T03:45:00Z")).toBe("2024-01-05 രാവിലെ 9:15");
});
