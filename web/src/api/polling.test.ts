import { expect, test } from "vitest";
import { POLLING_INTERVAL_MS, pollingDelay } from "./polling";
import { noAnswer, refusal } from "./problem";

const polled = (error: unknown, silentFor = 0) =>
  pollingDelay({ state: { error, dataUpdatedAt: Date.now() - silentFor } });

test("a successful query is polled at the usual interval", () => {
  expect(polled(null, 600_000)).toBe(POLLING_INTERVAL_MS);
});

test("a refused query is not polled again", () => {
  expect(polled(refusal({ code: "link_ended", message: "Over" }))).toBe(false);
});

test.each([
  [0, POLLING_INTERVAL_MS],
  [120_000, 120_000],
  [3_600_000, 300_000],
])("after %d ms without an answer the next question waits %d ms", (silentFor, wait) => {
  expect(Number(polled(noAnswer("GET", "/", false), silentFor)) / 1000).toBeCloseTo(wait / 1000, 0);
});
