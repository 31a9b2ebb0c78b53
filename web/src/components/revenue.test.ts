import { expect, test } from "vitest";
import { revenuePoints, sumOf } from "./revenue";

const revenue = {
  today: [{ label: "09:00", amount: 300 }],
  weekly: [{ label: "2024-02-05", amount: 0 }],
  monthly: [
    { label: "2024-02-05", amount: 0 },
    { label: "2024-02-06", amount: 900 },
  ],
};

test.each([
  ["today", [{ label: "9:00 am", value: 300 }]],
  ["weekly", [{ label: "Mon 05", value: 0 }]],
  [
    "monthly",
    [
      { label: "5 Feb", value: 0 },
      { label: "6 Feb", value: 900 },
    ],
  ],
] as const)("%s is labelled as people read it", (range, points) => {
  expect(revenuePoints({ revenue, sample: false }, range)).toEqual(points);
});

test("figures are made up only where there are none at all", () => {
  expect(sumOf(revenuePoints({ revenue, sample: false }, "monthly"))).toBe(900);
  expect(sumOf(revenuePoints({ revenue, sample: true }, "monthly"))).toBeGreaterThan(900);
});
