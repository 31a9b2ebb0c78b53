import { expect, test } from "vitest";
import { rupees } from "./money";

test.each([
  [0, "₹0"],
  [500, "₹500"],
  [1_500, "₹1,500"],
  [100_000, "₹1,00,000"],
])("%d is %s", (amount, text) => {
  expect(rupees(amount)).toBe(text);
});
