import { expect, test } from "vitest";
import { rupees } from "./money";

test.each([
  [0, "₹0"],
  [500, "₹500"],
  [1_500, "₹1,500"],
  [99_999, "₹99,999"],
  [100_000, "₹1,00,000"],
  [12_345_678, "₹1,23,45,678"],
])("%d is %s", (amount, text) => {
  expect(rupees(amount)).toBe(text);
});
