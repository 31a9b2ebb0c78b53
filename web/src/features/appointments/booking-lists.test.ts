import { expect, test } from "vitest";
import { readFilters } from "../../lib/address";
import { doctorBooking } from "../../testing/bookings";
import { bookingParams, matching, visitDays, withDecisions } from "./booking-lists";

const booking = (_id: string, startsAt: string, status = "Pending") =>
  doctorBooking({ _id, startsAt, status });

const early = booking("early", "2024-01-05T09:00:00+05:30", "Checked");
const asked = booking("asked", "2024-01-05T09:15:00+05:30");
const late = booking("late", "2024-01-05T09:30:00+05:30", "Checked");
const other = booking("other", "2024-01-06T09:00:00+05:30");
const lists = { pending: [asked, other], upcoming: [early, late] };
const ids = (bookings: readonly { _id: string }[]) => bookings.map(({ _id }) => _id);

test("an approved request is listed among the visits at its time, as Checked", () => {
  const { pending, upcoming } = withDecisions(lists, [{ kind: "approve", booking: asked }]);
  expect(ids(pending)).toEqual(["other"]);
  expect(ids(upcoming)).toEqual(["early", "asked", "late"]);
  expect(upcoming[1]?.status).toBe("Checked");
});

test("a rejected request is gone", () => {
  const { pending, upcoming } = withDecisions(lists, [{ kind: "reject", booking: asked }]);
  expect(ids(pending)).toEqual(["other"]);
  expect(ids(upcoming)).toEqual(["early", "late"]);
});

test("a visit that the fresh list holds already is not there twice", () => {
  const fresh = { pending: [other], upcoming: [early, { ...asked, status: "Checked" }, late] };
  expect(ids(withDecisions(fresh, [{ kind: "approve", booking: asked }]).upcoming)).toEqual([
    "early",
    "asked",
    "late",
  ]);
});

test("without decisions the lists are the server's", () => {
  expect(withDecisions(lists, [])).toEqual(lists);
});

const searched = [
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
  expect(matching(searched, { q, date })).toHaveLength(count);
});

test("a day in the address that is none is no filter", () => {
  const read = (search: string, hash = "") => readFilters(bookingParams, { search, hash });
  expect(read("?date=2024-01-05", "#q=asha+nair")).toEqual({ q: "asha nair", date: "2024-01-05" });
  expect(read("?date=tomorrow")).toEqual({ q: "", date: "" });
});

test("visits are grouped by India's day and keep their order", () => {
  const visits = ["2024-01-05T09:15:00+05:30", "2024-01-05T23:45:00+05:30", "2024-01-06T00:15:00+05:30"].map(
    (startsAt) => ({ startsAt }),
  );
  expect(visitDays(visits)).toEqual([
    { day: "2024-01-05", visits: visits.slice(0, 2) },
    { day: "2024-01-06", visits: visits.slice(2) },
  ]);
  expect(visitDays([])).toEqual([]);
});
