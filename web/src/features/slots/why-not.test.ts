import { expect, test } from "vitest";
import { whyNotShort, whyNotText } from "./day-strip";

test.each([
  [{ reason: "full" }, "All times on this day are booked."],
  [{ reason: "day_off" }, "The doctor does not see patients on this day."],
  [{ reason: "leave", until: "2024-02-09" }, "The doctor is on leave until Fri 9 Feb 2024."],
  [{ reason: "leave" }, "The doctor is on leave."],
  [{ reason: "leave", from: "09:00", to: "11:00" }, "The doctor is on leave from 9:00 am to 11:00 am."],
  [
    { reason: "between_sessions", from: "12:00", to: "17:00" },
    "The doctor has no session from 12:00 pm to 5:00 pm.",
  ],
  [{ reason: "past" }, "Consultations for this day are over."],
  [{ reason: "too_soon" }, "It is too late to book this day online. The doctor asks for more notice."],
  [{ reason: "too_far_ahead" }, "Only today and the next six days can be booked."],
  [{ reason: "something newer" }, "Nothing is free on this day."],
])("%j is said as %j", (whyNot, text) => {
  expect(whyNotText(whyNot)).toBe(text);
});

test("a tile says it in a word", () => {
  expect(whyNotShort({ reason: "leave" })).toBe("Leave");
  expect(whyNotShort(undefined)).toBe("None");
});
