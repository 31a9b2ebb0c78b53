import { expect, test } from "vitest";
import { ownState } from "./own-state";

test.each([
  [{ status: "Pending" }, "waiting"],
  [{ status: "Checked" }, "confirmed"],
  [{ status: "Checked", attendance: "arrived" }, "confirmed"],
  [{ status: "Checked", attendance: "done" }, "done"],
  [{ status: "Checked", attendance: "absent" }, "missed"],
  [{ status: "Checked", attendance: "absent", mode: "phone" }, "unreached"],
  [{ status: "Checked", ahead: false }, "done"],
  [{ status: "Rejected" }, "declined"],
  [{ status: "Rejected", unanswered: true }, "unanswered"],
  [{ status: "Cancelled" }, "cancelled"],
])("%j is %s for the patient", (booking, state) => {
  expect(ownState({ unanswered: false, ...booking })).toBe(state);
});
