import { expect, test } from "vitest";
import { deskAct } from "../../testing/doctor";
import { actWords, byWords } from "./pages/staff";

test.each([
  [{}, "Approved: Asha Nair"],
  [{ action: "reject", detail: "Away" }, "Rejected: Asha Nair (Away)"],
  [{ action: "called" }, "Called in: Asha Nair"],
  [{ action: "late", patient_name: "", detail: "20" }, "Announced that you are 20 minutes late"],
  [{ patient_name: "" }, "Approved"],
  [{ action: "dance" }, "dance: Asha Nair"],
])("%j is read as %s", (changed, words) => {
  expect(actWords({ ...deskAct, ...changed })).toBe(words);
});

test("who did it is named with what they are", () => {
  expect(byWords({ name: "Anu", kind: "assistant" })).toBe("Anu, assistant");
  expect(byWords({ name: "Anu", kind: "desk" })).toBe("Anu, hospital desk");
});
