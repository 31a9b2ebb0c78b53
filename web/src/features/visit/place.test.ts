import { afterEach, expect, test, vi } from "vitest";
import type { Board, Visit } from "./api";
import { placeOf, withQueue } from "./place";

const queue: Board = {
  late: 0,
  serving: "2",
  waiting: [
    { token: "3", arrived: true, from: "10:30", to: "10:40" },
    { token: "W1", arrived: true, from: "10:40", to: "11:00" },
  ],
};

const visit: Visit = {
  doctor: "Dr. Asha Nair (ENT)",
  doctorId: "d1",
  consultation_Address: "MG Road",
  date: "Jan 5, 2024",
  time: "10:30",
  startsAt: "2024-01-05T10:30:00+05:30",
  status: "Checked",
  token: "3",
  attendance: null,
  unanswered: false,
  mode: "clinic",
  queue,
};

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [{ token: "3" }, { kind: "waits", before: 0, from: "10:30", to: "10:40" }],
  [{ token: "W1" }, { kind: "waits", before: 1, from: "10:40", to: "11:00" }],
  [{ token: "2", attendance: "called" }, { kind: "called" }],
  [{ token: "1", attendance: "done" }, { kind: "done" }],
  [{ token: "1", attendance: "absent" }, { kind: "absent" }],
  [{ token: "1" }, { kind: "missed" }],
  [{ queue: null }, { kind: "no-queue" }],
])("of %j the place is %j", (changed, place) => {
  expect(placeOf({ ...visit, ...changed })).toEqual(place);
});

test("changes of the queue need no request, but a change of the patient's own visit does", () => {
  vi.setSystemTime("2024-01-05T05:00:00Z");
  const moved = { ...queue, serving: "9" };
  expect(withQueue(visit, moved)).toEqual({ ...visit, queue: moved });
  expect(withQueue(visit, { ...queue, serving: "3" })).toBeUndefined();
  expect(withQueue(visit, { ...queue, waiting: [] })).toBeUndefined();
  expect(withQueue({ ...visit, queue: null }, queue)).toBeUndefined();
});

test("the queue of today says nothing about another day's visit", () => {
  vi.setSystemTime("2024-01-04T05:00:00Z");
  const tomorrow = { ...visit, queue: null };
  expect(withQueue(tomorrow, queue)).toBe(tomorrow);
});
