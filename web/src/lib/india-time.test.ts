import { afterEach, expect, test } from "vitest";
import { setLocale } from "../messages/locale";
import { bookingTimeLabel, indiaTime, momentLabel } from "./india-time";

test.each([
  ["2024-01-05T03:45:00Z", { day: "2024-01-05", time: "09:15", weekday: "Friday" }],
  ["2024-01-05T18:29:59Z", { day: "2024-01-05", time: "23:59", weekday: "Friday" }],
  ["2024-01-05T18:30:00Z", { day: "2024-01-06", time: "00:00", weekday: "Saturday" }],
  ["2024-12-31T20:00:00Z", { day: "2025-01-01", time: "01:30", weekday: "Wednesday" }],
  ["2024-01-07T00:00:00Z", { day: "2024-01-07", time: "05:30", weekday: "Sunday" }],
])("%s is %j in India", (moment, expected) => {
  expect(indiaTime(Date.parse(moment))).toEqual(expected);
});

afterEach(() => setLocale("en"));

test.each([
  ["2024-01-04T18:30:00Z", "Fri 5 Jan 2024, 12:00 am"],
  ["2024-01-05T03:45:12.345Z", "Fri 5 Jan 2024, 9:15 am"],
  ["2024-01-05T18:29:59Z", "Fri 5 Jan 2024, 11:59 pm"],
])("%s is %s in India", (instant, words) => {
  expect(momentLabel(instant)).toBe(words);
});

test("it says the part of the day in Malayalam", () => {
  setLocale("ml");
  expect(momentLabel("2024-01-05T03:45:00Z")).toBe("2024 ജനുവരി 5 വെള്ളി, രാവിലെ 9:15");
});

test("the column Booking Time keeps the spec's format in both languages", () => {
  expect(bookingTimeLabel("2024-01-04T18:30:00Z")).toBe("2024-01-05 12:00 AM");
  setLocale("ml");
  expect(bookingTimeLabel("2024-01-05T09:45:00Z")).toBe("2024-01-05 3:15 PM");
});
