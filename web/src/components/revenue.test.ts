import { expect, test } from "vitest";
import { monthOf, revenuePoints, sumOf } from "./revenue";

const month = { pending: 1, checked: 2, rejected: 3, cancelled: 4, total: 10 };
const revenue = {
  today: [{ label: "09:00", amount: 300 }],
  weekly: [{ label: "2024-02-05", amount: 0 }],
  monthly: [
    { label: "2024-02-05", amount: 0 },
    { label: "2024-02-06", amount: 900 },
  ],
};
const figures = { total: 10, pending: 1, approved: 2, rejected: 3, month, revenue };

test.each([
  ["today", [{ label: "9:00 AM", value: 300 }]],
  ["weekly", [{ label: "Mon 05", value: 0 }]],
  [
    "monthly",
    [
      { label: "Feb 5", value: 0 },
      { label: "Feb 6", value: 900 },
    ],
  ],
] as const)("%s is labelled as people read it", (range, points) => {
  expect(revenuePoints({ ...figures, sample: false }, range)).toEqual(points);
});

test("figures are made up only where there are none at all", () => {
  expect(monthOf({ ...figures, sample: false })).toBe(month);
  expect(monthOf({ ...figures, sample: true })).not.toEqual(month);
  expect(sumOf(revenuePoints({ ...figures, sample: false }, "monthly"))).toBe(900);
  expect(sumOf(revenuePoints({ ...figures, sample: true }, "monthly"))).toBeGreaterThan(900);
});
