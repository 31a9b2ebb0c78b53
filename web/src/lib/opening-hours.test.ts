import { expect, test } from "vitest";
import { closesNextDay, openingHours, wrongOpeningHours } from "./opening-hours";

test.each([
  ["09:00", "21:30", "9:00 am to 9:30 pm", false],
  ["20:00", "02:00", "8:00 pm to 2:00 am", true],
  ["06:00", "00:00", "6:00 am to 12:00 am", false],
  ["00:00", "00:00", "Open 24 hours", false],
])("%s to %s reads %j, and ends on the next day: %s", (opens, closes, text, isNextDay) => {
  expect(openingHours(opens, closes)).toBe(text);
  expect(closesNextDay(opens, closes)).toBe(isNextDay);
});

test.each([
  ["09:00", "21:30", []],
  ["20:00", "02:00", []],
  ["00:00", "00:00", []],
  ["", "", []],
  ["09:00", "09:00", ["endTime"]],
])("%j to %j is refused at %j", (startTime, endTime, wrong) => {
  const at = (field: string) => (field === "startTime" ? startTime : endTime);
  expect(Object.keys(wrongOpeningHours(at))).toEqual(wrong);
});
