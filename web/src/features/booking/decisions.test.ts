import { expect, test } from "vitest";
import { withDecisions } from "./decisions";

function booking(id: string, startsAt: string, status = "Pending") {
  return {
    _id: id,
    patient_name: "Asha",
    contact_number: "9846012345",
    date: "Jan 5, 2024",
    time: "09:15",
    startsAt,
    status,
    bookingTime_Date: "2024-01-01T00:00:00Z",
    fee: 300,
    reason: null,
    overlaps: false,
  };
}

const early = booking("early", "2024-01-05T09:00:00+05:30", "Checked");
const asked = booking("asked", "2024-01-05T09:15:00+05:30");
const late = booking("late", "2024-01-05T09:30:00+05:30", "Checked");
const other = booking("other", "2024-01-06T09:00:00+05:30");
const lists = { pending: [asked, other], upcoming: [early, late] };
const ids = (bookings: readonly { _id: string }[]) => bookings.map(({ _id }) => _id);

test("an approved request stands among the visits at its time, as Checked", () => {
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
