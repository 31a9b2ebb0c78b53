import { expect, test } from "vitest";
import { whyNotShort, whyNotText } from "./why-not";

test.each([
  [{ reason: "full" }, "All slots of this day are taken."],
  [{ reason: "day_off" }, "The doctor does not work on this day."],
  [{ reason: "leave", until: "2024-02-09" }, "The doctor is on leave until Fri, Feb 9, 2024."],
  [{ reason: "leave" }, "The doctor is on leave."],
  [{ reason: "leave", from: "09:00", to: "11:00" }, "The doctor is on leave from 9:00 AM to 11:00 AM."],
  [
    { reason: "between_sessions", from: "12:00", to: "17:00" },
    "The doctor has no session from 12:00 PM to 5:00 PM.",
  ],
  [{ reason: "past" }, "The hours of this day are over."],
  [{ reason: "too_far_ahead" }, "Only today and the next six days can be booked."],
  [{ reason: "something newer" }, "Nothing is free on this day."],
])("%j is said as %j", (whyNot, text) => {
  expect(whyNotText(whyNot)).toBe(text);
});

test("a tile says it in a word", () => {
  expect(whyNotShort({ reason: "leave", until: "2024-02-09" })).toBe("Leave");
  expect(whyNotShort(undefined)).toBe("None");
});
