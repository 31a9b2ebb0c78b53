import { expect, test } from "vitest";
import { inOrder } from "./booking-order";

const visit = (startsAt: string, changeable: boolean) => ({ startsAt, changeable });

test("upcoming visits come first, the nearest on top; the others follow, the latest on top", () => {
  const visits = [
    visit("2024-01-09T09:00:00+05:30", true),
    visit("2024-01-07T09:00:00+05:30", false),
    visit("2024-01-05T10:00:00+05:30", true),
    visit("2024-01-05T09:15:00+05:30", true),
    visit("2023-12-30T09:00:00+05:30", false),
  ];
  const { upcoming, earlier } = inOrder(visits);
  expect(upcoming.map(({ startsAt }) => startsAt.slice(5, 16))).toEqual([
    "01-05T09:15",
    "01-05T10:00",
    "01-09T09:00",
  ]);
  expect(earlier.map(({ startsAt }) => startsAt.slice(5, 10))).toEqual(["01-07", "12-30"]);
});
