import { expect, test } from "vitest";
import { doctorsAvailable } from "./doctor-texts";

test.each([
  [0, "0 doctors available"],
  [1, "1 doctor available"],
  [7, "7 doctors available"],
  [24, "24 doctors available"],
  [25, "25+ doctors available"],
  [64, "25+ doctors available"],
])("%d doctors are announced as %j", (total, heading) => {
  expect(doctorsAvailable(total)).toBe(heading);
});
