import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { setLocale } from "../messages/locale";
import {
  dateLabel,
  dateTimeLabel,
  dayLabel,
  dayOf,
  shortDate,
  timeLabel,
  timeRange,
  weekdayName,
  weekdayNames,
} from "./visit-time";

// A zone half a day behind India: a day converted in the browser's zone would be the day before.
const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = "America/Los_Angeles";
});
afterAll(() => {
  process.env.TZ = zone;
});
afterEach(() => setLocale("en"));

test("the browser of these tests is in California", () => {
  expect(new Date("2024-01-05T00:00:00Z").getDate()).toBe(4);
});

test("the day of a visit is India's", () => {
  expect(dayOf("2024-01-05T00:15:00+05:30")).toBe("2024-01-05");
});

describe.each([
  ["en", "Mon 05", "Mon 5 Feb 2024", "5 Feb"],
  ["ml", "തിങ്കൾ 05", "2024 ഫെബ്രുവരി 5 തിങ്കൾ", "ഫെബ്രു 5"],
] as const)("in %s", (language, label, date, short) => {
  test("a day of the strip and a whole date", () => {
    setLocale(language);
    expect(dayLabel("2024-02-05")).toBe(label);
    expect(dateLabel("2024-02-05")).toBe(date);
    expect(shortDate("2024-02-05")).toBe(short);
  });
});

test.each([
  ["00:15", "12:15 am", "രാത്രി 12:15"],
  ["02:59", "2:59 am", "രാത്രി 2:59"],
  ["04:05", "4:05 am", "പുലർച്ചെ 4:05"],
  ["05:59", "5:59 am", "പുലർച്ചെ 5:59"],
  ["06:00", "6:00 am", "രാവിലെ 6:00"],
  ["09:15", "9:15 am", "രാവിലെ 9:15"],
  ["11:45", "11:45 am", "രാവിലെ 11:45"],
  ["12:00", "12:00 pm", "ഉച്ചയ്ക്ക് 12:00"],
  ["16:30", "4:30 pm", "വൈകിട്ട് 4:30"],
  ["19:00", "7:00 pm", "രാത്രി 7:00"],
  ["23:45", "11:45 pm", "രാത്രി 11:45"],
])("%s is %s, in Malayalam %s", (time, en, ml) => {
  expect(timeLabel(time)).toBe(en);
  setLocale("ml");
  expect(timeLabel(time)).toBe(ml);
});

test.each([
  ["en", "Wed 18 Nov, 9:15 am", "Mon 18 May 2026, 9:15 am"],
  ["ml", "നവംബർ 18 ബുധൻ, രാവിലെ 9:15", "2026 മേയ് 18 തിങ്കൾ, രാവിലെ 9:15"],
] as const)("in %s a date is %s, with its year once it is half a year away", (language, near, far) => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T03:00:00Z"), toFake: ["Date"] });
  setLocale(language);
  expect(dateTimeLabel("2026-11-18", "09:15")).toBe(near);
  expect(dateTimeLabel("2026-05-18", "09:15")).toBe(far);
  vi.useRealTimers();
});

test("weekdays are named in the language of the page, in the order of the week", () => {
  expect(weekdayNames(["Sunday", "Wednesday", "Someday"])).toBe("Wednesday, Sunday");
  expect(weekdayName("Tuesday", "short")).toBe("Tue");
  setLocale("ml");
  expect(weekdayNames(["Sunday"])).toBe("ഞായറാഴ്‌ച");
  expect(weekdayName("Monday", "short")).toBe("തിങ്കൾ");
});

test("days and months have the names that the server writes into pages", () => {
  const format = readFileSync("../server/src/platform/format.rs", "utf8");
  const served = (name: string) =>
    [...(format.split(`const ${name}:`)[1]?.split("];")[0] ?? "").matchAll(/"([^"]+)"/g)].map(
      ([, text]) => text,
    );
  for (const [language, months, weekdays] of [
    ["en", "MONTHS", "WEEKDAYS"],
    ["ml", "MONTHS_ML", "WEEKDAYS_ML"],
  ] as const) {
    setLocale(language);
    // The first of January 2024 was a Monday.
    const month = (place: number) => dateLabel(`2024-${String(place + 1).padStart(2, "0")}-01`);
    served(months).forEach((name, place) => {
      expect(month(place).split(" ")).toContain(name);
    });
    expect(served(weekdays)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((date) => dayLabel(`2024-01-0${date}`).slice(0, -3)),
    );
    expect([served(months).length, served(weekdays).length]).toEqual([12, 7]);
  }
});

test("a range of times reads from and to", () => {
  expect(timeRange("09:00", "17:30")).toBe("9:00 am to 5:30 pm");
});
