import { describe, expect, test } from "vitest";
import { exampleDay, exampleEntry } from "../../../testing/today";
import { calledEntry, canBeAbsent, groupsOf, heldGroups, nextEntry, stepBack } from "./groups";

const entry = (id: string, attendance: string | null = null, more = {}) =>
  exampleEntry({ _id: id, attendance, ...more });
const ids = (groups: ReturnType<typeof groupsOf>) =>
  groups.map(({ presence, ids }) => `${presence} ${ids.join(" ")}`);

test("the day is grouped by presence, each session for itself", () => {
  const day = exampleDay({
    sessions: [
      { from: "09:00", to: "12:00", place: null, mode: "clinic", open: true },
      { from: "17:00", to: "19:00", place: null, mode: "clinic", open: true },
    ],
    comers: [
      entry("b", "called"),
      entry("c", "arrived"),
      entry("a"),
      entry("d", "done"),
      entry("e", "absent"),
      entry("f", null, { session: 1 }),
    ],
  });
  expect(ids(groupsOf(day))).toEqual(["called b", "arrived c", "expected a", "finished d e", "expected f"]);
});

describe("while the list is held", () => {
  const before = groupsOf(exampleDay({ comers: [entry("a"), entry("b"), entry("c")] }));

  test("a row that was marked keeps its place", () => {
    const after = groupsOf(exampleDay({ comers: [entry("a", "arrived"), entry("b"), entry("c")] }));
    expect(ids(after)).toEqual(["arrived a", "expected b c"]);
    expect(ids(heldGroups(before, after))).toEqual(["expected a b c"]);
  });

  test("who is new joins their group, and who is gone leaves", () => {
    const after = groupsOf(exampleDay({ comers: [entry("w", "arrived"), entry("c"), entry("d")] }));
    expect(ids(heldGroups(before, after))).toEqual(["arrived w", "expected c d"]);
  });
});

test("the next one is who is in the clinic, otherwise who is expected in the current session", () => {
  const next = (comers: ReturnType<typeof entry>[], current = 0) => nextEntry({ comers, current })?._id;
  expect(next([entry("a", "called"), entry("b", "arrived"), entry("c")])).toBe("b");
  expect(next([entry("a", "done"), entry("c")])).toBe("c");
  expect(next([entry("c"), entry("d", null, { session: 1 })], 1)).toBe("d");
  expect(next([entry("a", "called"), entry("b", "absent")])).toBeUndefined();
  expect(calledEntry({ comers: [entry("b"), entry("a", "called")] })?._id).toBe("a");
});

test("an entry can be marked as absent once its time has begun", () => {
  const at = Date.parse("2024-01-05T10:30:00+05:30");
  expect(canBeAbsent(entry("a"), at - 1)).toBe(false);
  expect(canBeAbsent(entry("a"), at)).toBe(true);
  expect(canBeAbsent({ startsAt: null }, 0)).toBe(true);
});

test.each([
  ["arrived", false, null],
  ["called", false, "arrived"],
  ["done", false, "arrived"],
  ["absent", false, null],
  ["absent", true, "arrived"],
])("one step back from %s (walk-in: %s) is %s", (attendance, walkIn, before) => {
  expect(stepBack({ attendance, walkIn })).toBe(before);
});
