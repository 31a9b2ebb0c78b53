import { expect, test } from "vitest";
import { openNow } from "./open-now";

const hours = { startTime: "09:00", endTime: "21:30", daysOff: ["Sunday"] };
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
])("%s", (_, shop, now, expected) => {
  expect(openNow(shop, now)).toBe(expected);
});
