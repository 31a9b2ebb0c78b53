import { expect, test } from "vitest";
import { deskDoctor } from "../../testing/doctor";
import { deskScopeOf } from "./api";

const one = deskDoctor({ _id: "d1" });
const other = deskDoctor({ _id: "d2" });

test.each([
  ["the one in the address", [one, other], "d2", "d2"],
  ["the only one, without a word", [one], "", "d1"],
  ["the only one, when the chosen one is gone", [one], "d2", "d1"],
  ["nobody, when there are several", [one, other], "", undefined],
  ["nobody, when the chosen one is gone", [one, other], "d3", undefined],
  ["nobody, when there is none", [], "d1", undefined],
])("the desk works for %s", (_, doctors, chosen, expected) => {
  expect(deskScopeOf(doctors, chosen)?.docId).toBe(expected);
});
