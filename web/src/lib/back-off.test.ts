import { expect, test } from "vitest";
import { backOff } from "./back-off";

test.each([
  [1, 0, 500],
  [1, 1, 1_000],
  [4, 1, 8_000],
  [50, 1, 30_000],
])("after %i failures (%f) the pause is %i ms", (failures, random, length) => {
  expect(backOff(failures, random)).toBe(length);
});
