import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { overwriteGetLocale } from "../paraglide/runtime";
import {
  dateLabel,
  dayLabel,
  dayOf,
  shortDate,
  timeLabel,
  timeRange,
  weekdayName,
  weekdayNames,
} from "./visit-time";

// Half a day behind India: a day that went through the browser's zone would be the day before.
const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = "America/Los_Angeles";
});
afterAll(() => {
  process.env.TZ = zone;
});
afterEach(() => overwriteGetLocale(() => "en"));

test("the browser of these tests is in California", () => {
  expect(new Date("2024-01-05T00:00:00Z").getDate()).toBe(4);
});

test("the day of a visit is India's", () => {
  expect(dayOf("2024-01-05T00:15:00+05:30")).toBe("2024-01-05");
});

describe.each([
  ["en", "Mon 05", "Mon, Feb 5, 2024", "Feb 5"],
  ["ml", "തിങ്കൾ 05", "തിങ്കൾ, 2024 ഫെബ്രുവരി 5", "ഫെബ്രു 5"],
] as const)("in %s", (language, label, date, short) => {
  test("a day of the strip and a whole date", () => {
    overwriteGetLocale(() => language);
    expect(dayLabel("2024-02-05")).toBe(label);
    expect(dateLabel("2024-02-05")).toBe(date);
    expect(shortDate("2024-02-05")).toBe(short);
  });
});

test.each([
  ["00:15", "12:15 AM", "രാത്രി 12:15"],
  ["09:15", "9:15 AM", "രാവിലെ 9:15"],
  ["11:45", "11:45 AM", "രാവിലെ 11:45"],
  ["12:00", "12:00 PM", "ഉച്ചയ്ക്ക് 12:00"],
  ["16:30", "4:30 PM", "വൈകിട്ട് 4:30"],
  ["19:00", "7:00 PM", "രാത്രി 7:00"],
  ["23:45", "11:45 PM", "രാത്രി 11:45"],
])("%s is %s, in Malayalam %s", (time, en, ml) => {
  expect(timeLabel(time)).toBe(en);
  overwriteGetLocale(() => "ml");
  expect(timeLabel(time)).toBe(ml);
});

test("weekdays are named in the language of the page, in the order of the week", () => {
  expect(weekdayNames(["Sunday", "Wednesday", "Someday"])).toBe("Wednesday, Sunday");
  expect(weekdayName("Tuesday", "short")).toBe("Tue");
  overwriteGetLocale(() => "ml");
  expect(weekdayNames(["Sunday"])).toBe("ഞായറാഴ്‌ച");
  expect(weekdayName("Monday", "short")).toBe("തിങ്കൾ");
});

test("a range of times reads from and to", () => {
  expect(timeRange("09:00", "17:30")).toBe("9:00 AM to 5:30 PM");
});
