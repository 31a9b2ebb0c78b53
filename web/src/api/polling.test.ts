import { expect, test } from "vitest";
import { nextPoll, pollingInterval } from "./polling";
import { noAnswer, refusal } from "./problem";

const polled = (error: unknown, silentFor = 0) =>
  nextPoll({ state: { error, dataUpdatedAt: Date.now() - silentFor } });

test("what answers is asked at the usual pace", () => {
  expect(polled(null, 600_000)).toBe(pollingInterval);
});

test("what the server has refused is not asked for again", () => {
  expect(polled(refusal({ code: "link_ended", message: "Over" }))).toBe(false);
});

test.each([
  [0, pollingInterval],
  [120_000, 120_000],
  [3_600_000, 300_000],
])("after %d ms without an answer the next question waits %d ms", (silentFor, wait) => {
  expect(Number(polled(noAnswer("GET", "/", false), silentFor)) / 1000).toBeCloseTo(wait / 1000, 0);
});
