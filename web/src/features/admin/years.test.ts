import { expect, test } from "vitest";
import { sumOf } from "../../components/revenue";
import { yearSlices } from "./years";

const yearly = [
  { year: 2026, amount: 900 },
  { year: 2025, amount: 0 },
  { year: 2024, amount: 50 },
];

test("every year has its amount, and a colour of its own", () => {
  const slices = yearSlices({ yearly, sample: false });
  expect(slices.map(({ label, value }) => [label, value])).toEqual([
    ["2026", 900],
    ["2025", 0],
    ["2024", 50],
  ]);
  expect(new Set(slices.map(({ colour }) => colour)).size).toBe(3);
});

test("the made-up years add up to the sample total", () => {
  expect(sumOf(yearSlices({ yearly, sample: true }))).toBe(500_458);
});
