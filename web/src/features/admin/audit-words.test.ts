import { expect, test } from "vitest";
import { actionOptions, actionWords, kindWords } from "./audit-words";

test("what the server writes is read in words", () => {
  expect(actionWords("suspend")).toBe("Suspended");
  expect(kindWords("bloodrequest")).toBe("Blood request");
  expect(actionOptions()).toContainEqual({ id: "block", label: "Blocked" });
});

test("what this page does not know stays as it is written", () => {
  expect(actionWords("merge")).toBe("merge");
  expect(kindWords("clinic")).toBe("clinic");
});
