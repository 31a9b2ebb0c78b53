import { expect, test } from "vitest";
import { visitCount, visitWhen } from "./words";

test("a visit and a number of visits in words", () => {
  expect(visitWhen({ startsAt: "2024-01-05T09:15:00+05:30", time: "09:15" })).toBe("Fri 5 Jan 2024, 9:15 am");
  expect([visitCount(1), visitCount(2)]).toEqual(["1 visit", "2 visits"]);
});
