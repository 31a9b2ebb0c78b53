import { expect, test } from "vitest";
import { monthOf } from "./month";

test("figures are made up only where there are none at all", () => {
  const month = { pending: 1, checked: 2, rejected: 3, cancelled: 4, total: 10 };
  const revenue = { today: [], weekly: [], monthly: [] };
  const figures = { total: 10, pending: 1, approved: 2, rejected: 3, month, revenue };
  expect(monthOf({ ...figures, sample: false })).toBe(month);
  expect(monthOf({ ...figures, sample: true })).not.toEqual(month);
});
