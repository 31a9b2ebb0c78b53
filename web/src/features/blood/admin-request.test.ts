import { expect, test } from "vitest";
import { canBeClosed, canBeExtended } from "./admin-request";

test.each([
  ["Unconfirmed", true, false],
  ["Open", true, true],
  ["Matched", true, true],
  ["Expired", false, true],
  ["Fulfilled", false, false],
  ["Closed", false, false],
])("a request that is %s: close %s, extend %s", (status, close, extend) => {
  expect(canBeClosed({ status })).toBe(close);
  expect(canBeExtended({ status, blocked: false })).toBe(extend);
  expect(canBeExtended({ status, blocked: true })).toBe(false);
});
