import { expect, test } from "vitest";
import { slotGroups } from "./slot-list";

const slots = (...times: string[]) => times.map((time) => ({ time }));

test.each([
  [slots(), []],
  [slots("00:00", "11:45"), [{ part: "morning", times: ["00:00", "11:45"] }]],
  [
    slots("11:45", "12:00", "15:45", "16:00", "23:45"),
    [
      { part: "morning", times: ["11:45"] },
      { part: "afternoon", times: ["12:00", "15:45"] },
      { part: "evening", times: ["16:00", "23:45"] },
    ],
  ],
  [slots("18:30"), [{ part: "evening", times: ["18:30"] }]],
])("%j is grouped by part of the day", (free, groups) => {
  expect(slotGroups(free)).toEqual(groups);
});
