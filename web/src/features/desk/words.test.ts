import { expect, test } from "vitest";
import { actWords, byWords } from "./pages/staff";

const act = {
  _id: "1",
  at: "2024-01-05T09:00:00+05:30",
  by: { name: "Anu", kind: "assistant" },
  action: "approve",
  booking: "b1",
  patient_name: "Asha Nair",
  detail: null,
};

test.each([
  [{}, "Approved: Asha Nair"],
  [{ action: "reject", detail: "Away" }, "Rejected: Asha Nair (Away)"],
  [{ action: "called" }, "Called in: Asha Nair"],
  [{ action: "late", patient_name: "", detail: "20" }, "Announced that you are 20 minutes late"],
  [{ patient_name: "" }, "Approved"],
  [{ action: "dance" }, "dance: Asha Nair"],
])("%j is read as %s", (changed, words) => {
  expect(actWords({ ...act, ...changed })).toBe(words);
});

test("who did it is named with what they are", () => {
  expect(byWords({ name: "Anu", kind: "assistant" })).toBe("Anu, assistant");
  expect(byWords({ name: "Anu", kind: "desk" })).toBe("Anu, hospital desk");
});
