import { afterEach, expect, test } from "vitest";
import { overwriteGetLocale } from "../../paraglide/runtime";
import { bookingTime, visitCount, visitWhen } from "./visit-words";

afterEach(() => overwriteGetLocale(() => "en"));

test.each([
  ["2024-01-04T18:30:00Z", "2024-01-05 12:00 AM"],
  ["2024-01-05T03:45:12.345Z", "2024-01-05 9:15 AM"],
  ["2024-01-05T18:29:59Z", "2024-01-05 11:59 PM"],
])("%s is %s in India", (instant, words) => {
  expect(bookingTime(instant)).toBe(words);
});

test("the time of booking says the part of the day in Malayalam", () => {
  overwriteGetLocale(() => "ml");
  expect(bookingTime("2024-01-05T03:45:00Z")).toBe("2024-01-05 രാവിലെ 9:15");
});

test("a visit and a number of visits in words", () => {
  expect(visitWhen({ startsAt: "2024-01-05T09:15:00+05:30", time: "09:15" })).toBe(
    "Fri, Jan 5, 2024, 9:15 AM",
  );
  expect([visitCount(1), visitCount(2)]).toEqual(["1 visit", "2 visits"]);
});
