import { expect, test } from "vitest";
import { visitDays } from "./visit-days";

test("visits are grouped by India's day and keep their order", () => {
  const visits = ["2024-01-05T09:15:00+05:30", "2024-01-05T23:45:00+05:30", "2024-01-06T00:15:00+05:30"].map(
    (startsAt) => ({ startsAt }),
  );
  expect(visitDays(visits)).toEqual([
    { day: "2024-01-05", visits: visits.slice(0, 2) },
    { day: "2024-01-06", visits: visits.slice(2) },
  ]);
  expect(visitDays([])).toEqual([]);
});
