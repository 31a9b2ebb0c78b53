import { expect, test } from "vitest";
import type { Saved } from "../../lib/profile-draft";
import { type DoctorField, endsBeforeStart } from "./doctor-draft";

const values = { startTime: "09:00", endTime: "13:00" } as Saved<DoctorField>["values"];
const saved: Saved<DoctorField> = { values, state: "state", district: "district" };

test.each([
  [{}, false],
  [{ startTime: "13:00" }, false],
  [{ startTime: "13:01" }, true],
  [{ endTime: "08:59" }, true],
  [{ startTime: "14:00", endTime: "18:00" }, false],
])("after %j the end before the start is %s", (draft, expected) => {
  expect(endsBeforeStart(saved, draft)).toBe(expected);
});
