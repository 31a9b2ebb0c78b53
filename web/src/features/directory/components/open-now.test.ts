import { expect, test } from "vitest";
import { openNow } from "../pages/medicines";

const hours = { startTime: "09:00", endTime: "21:30", daysOff: ["Sunday"] };
const late = { startTime: "20:00", endTime: "02:00", daysOff: ["Sunday"] };
const always = { startTime: "00:00", endTime: "00:00", daysOff: ["Sunday"] };
const at = (weekday: string, time: string) => ({ day: "2024-01-05", time, weekday });

test.each([
  ["before it opens", hours, at("Friday", "08:59"), false],
  ["from the first minute", hours, at("Friday", "09:00"), true],
  ["until the last", hours, at("Friday", "21:29"), true],
  ["after it has closed", hours, at("Friday", "21:30"), false],
  ["on its day off", hours, at("Sunday", "12:00"), false],
  ["without hours", { startTime: null, endTime: null, daysOff: [] }, at("Friday", "12:00"), undefined],
  [
    "without hours on its day off",
    { startTime: null, endTime: null, daysOff: ["Friday"] },
    at("Friday", "12:00"),
    false,
  ],
  ["before it opens for the night", late, at("Friday", "19:59"), false],
  ["in the evening", late, at("Friday", "20:00"), true],
  ["after midnight", late, at("Saturday", "01:59"), true],
  ["when the night is over", late, at("Saturday", "02:00"), false],
  ["after midnight of the day before its day off", late, at("Sunday", "01:00"), true],
  ["in the evening of its day off", late, at("Sunday", "21:00"), false],
  ["after midnight of its day off", late, at("Monday", "01:00"), false],
  ["until midnight", { ...hours, endTime: "00:00" }, at("Friday", "23:59"), true],
  ["from midnight on", { ...hours, endTime: "00:00" }, at("Saturday", "00:00"), false],
  ["around the clock", always, at("Saturday", "03:30"), true],
  ["around the clock, at midnight", always, at("Saturday", "00:00"), true],
  ["around the clock on its day off", always, at("Sunday", "12:00"), false],
])("%s", (_, shop, now, expected) => {
  expect(openNow(shop, now)).toBe(expected);
});
