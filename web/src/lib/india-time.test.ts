import { expect, test } from "vitest";
import { indiaTime } from "./india-time";

test.each([
  ["2024-01-05T03:45:00Z", { day: "2024-01-05", time: "09:15", weekday: "Friday" }],
  ["2024-01-05T18:29:59Z", { day: "2024-01-05", time: "23:59", weekday: "Friday" }],
  ["2024-01-05T18:30:00Z", { day: "2024-01-06", time: "00:00", weekday: "Saturday" }],
  ["2024-12-31T20:00:00Z", { day: "2025-01-01", time: "01:30", weekday: "Wednesday" }],
  ["2024-01-07T00:00:00Z", { day: "2024-01-07", time: "05:30", weekday: "Sunday" }],
])("%s is %j in India", (moment, expected) => {
  expect(indiaTime(Date.parse(moment))).toEqual(expected);
});
