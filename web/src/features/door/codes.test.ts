import { expect, test } from "vitest";
import { codeAt } from "./codes";

const codes = { place: "h1", code: "0482", next: "9310", seconds: 20 };

test.each([
  // The tick may be some seconds before the answer.
  [-5_000, "0482"],
  [0, "0482"],
  [19_999, "0482"],
  [20_000, "9310"],
  [79_999, "9310"],
  [80_000, undefined],
])("%i ms after the answer the code is %s", (age, code) => {
  expect(codeAt(codes, age)).toBe(code);
});
