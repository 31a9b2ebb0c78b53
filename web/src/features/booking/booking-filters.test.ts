import { expect, test } from "vitest";
import { matching, readBookingFilters, writeBookingFilters } from "./booking-filters";

const bookings = [
  { patient_name: "Asha Nair", contact_number: "9846012345", startsAt: "2024-01-05T23:45:00+05:30" },
  { patient_name: "അമ്മിണി", contact_number: "9447000001", startsAt: "2024-01-06T00:15:00+05:30" },
];

test.each([
  ["", "", 2],
  ["asha", "", 1],
  ["  NAIR ", "", 1],
  ["അമ്മ", "", 1],
  ["98460", "", 1],
  ["+91 98460 12345", "", 1],
  ["09846012345", "", 1],
  ["0", "", 2],
  ["zz", "", 0],
  ["", "2024-01-05", 1],
  ["", "2024-01-07", 0],
  ["asha", "2024-01-06", 0],
])("%j on %j finds %i", (q, date, count) => {
  expect(matching(bookings, { q, date })).toHaveLength(count);
});

test("what is chosen stands in the address, and nothing else does", () => {
  const filters = { q: "asha nair", date: "2024-01-05" };
  expect(writeBookingFilters(filters).toString()).toBe("q=asha+nair&date=2024-01-05");
  expect(readBookingFilters(writeBookingFilters(filters))).toEqual(filters);
  expect(writeBookingFilters({ q: "", date: "" }).toString()).toBe("");
  expect(readBookingFilters(new URLSearchParams("date=tomorrow"))).toEqual({ q: "", date: "" });
});
