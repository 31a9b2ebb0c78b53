import { expect, test } from "vitest";
import { leaveText, workedHolidays, wrongDays } from "./leave";

const holiday = (date: string) => ({ date, name: date, ml: date });

test("a single day is one date, more are the first and the last", () => {
  expect(leaveText({ from: "2024-02-05", to: "2024-02-05" })).toBe("Mon 5 Feb 2024");
  expect(leaveText({ from: "2024-02-05", to: "2024-02-07" })).toBe("Mon 5 Feb 2024 to Wed 7 Feb 2024");
  const hours = { startTime: "09:00", endTime: "11:00" };
  expect(leaveText({ from: "2024-02-05", to: "2024-02-05", ...hours })).toBe(
    "Mon 5 Feb 2024, 9:00 am to 11:00 am",
  );
});

test("holidays on a day off or within leave are not suggested", () => {
  const holidays = ["2024-02-04", "2024-02-05", "2024-02-06", "2024-02-07", "2024-02-08"].map(holiday);
  const schedule = { daysOff: ["Sunday"], leave: [{ from: "2024-02-05", to: "2024-02-07" }] };
  expect(workedHolidays(holidays, schedule).map(({ date }) => date)).toEqual(["2024-02-08"]);
  expect(workedHolidays(holidays, { daysOff: [], leave: [] })).toHaveLength(5);
  const hours = { from: "2024-02-05", to: "2024-02-07", startTime: "09:00", endTime: "11:00" };
  expect(workedHolidays(holidays, { daysOff: [], leave: [hours] })).toHaveLength(5);
});

test.each([
  ["2024-02-05", "2024-02-05", []],
  ["2024-02-06", "2024-02-09", []],
  ["", "", []],
  ["2024-02-06", "", []],
  ["2024-02-04", "2024-02-09", ["from"]],
  ["2024-02-06", "2024-02-05", ["to"]],
])("on February 5, leave from %j to %j has wrong %j", (from, to, fields) => {
  expect(Object.keys(wrongDays({ from, to }, "2024-02-05"))).toEqual(fields);
});

test("hours of leave end after they begin", () => {
  const day = { from: "2024-02-06", to: "2024-02-06" };
  expect(Object.keys(wrongDays({ ...day, startTime: "11:00", endTime: "09:00" }, "2024-02-05"))).toEqual([
    "endTime",
  ]);
  expect(wrongDays({ ...day, startTime: "09:00", endTime: "11:00" }, "2024-02-05")).toEqual({});
});
