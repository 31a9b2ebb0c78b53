import { describe, expect, test } from "vitest";
import { exampleComer, exampleDay } from "../../../testing/today";
import { canBeAbsent, groupsOf, heldGroups, insideOf, nextOf, stepBack } from "./presence";

const comer = (id: string, attendance: string | null = null, more = {}) =>
  exampleComer({ _id: id, attendance, ...more });
const ids = (groups: ReturnType<typeof groupsOf>) =>
  groups.map(({ presence, ids }) => `${presence} ${ids.join(" ")}`);

test("the day is grouped by presence, each session for itself", () => {
  const day = exampleDay({
    sessions: [
      { from: "09:00", to: "12:00", place: null, open: true },
      { from: "17:00", to: "19:00", place: null, open: true },
    ],
    comers: [
      comer("b", "called"),
      comer("c", "arrived"),
      comer("a"),
      comer("d", "done"),
      comer("e", "absent"),
      comer("f", null, { session: 1 }),
    ],
  });
  expect(ids(groupsOf(day))).toEqual(["called b", "arrived c", "expected a", "finished d e", "expected f"]);
});

describe("while the list is held", () => {
  const before = groupsOf(exampleDay({ comers: [comer("a"), comer("b"), comer("c")] }));

  test("a row that was marked keeps its place", () => {
    const after = groupsOf(exampleDay({ comers: [comer("a", "arrived"), comer("b"), comer("c")] }));
    expect(ids(after)).toEqual(["arrived a", "expected b c"]);
    expect(ids(heldGroups(before, after))).toEqual(["expected a b c"]);
  });

  test("who is new joins their group, and who is gone leaves", () => {
    const after = groupsOf(exampleDay({ comers: [comer("w", "arrived"), comer("c"), comer("d")] }));
    expect(ids(heldGroups(before, after))).toEqual(["arrived w", "expected c d"]);
  });
});

test("the next one is who is in the clinic, otherwise who is expected in the current session", () => {
  const next = (comers: ReturnType<typeof comer>[], current = 0) => nextOf({ comers, current })?._id;
  expect(next([comer("a", "called"), comer("b", "arrived"), comer("c")])).toBe("b");
  expect(next([comer("a", "done"), comer("c")])).toBe("c");
  expect(next([comer("c"), comer("d", null, { session: 1 })], 1)).toBe("d");
  expect(next([comer("a", "called"), comer("b", "absent")])).toBeUndefined();
  expect(insideOf({ comers: [comer("b"), comer("a", "called")] })?._id).toBe("a");
});

test("somebody can be marked as absent from their time on", () => {
  const at = Date.parse("2024-01-05T10:30:00+05:30");
  expect(canBeAbsent(comer("a"), at - 1)).toBe(false);
  expect(canBeAbsent(comer("a"), at)).toBe(true);
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
