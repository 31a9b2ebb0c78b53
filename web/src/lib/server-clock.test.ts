import { afterEach, expect, test, vi } from "vitest";
import { learnServerTime, onServerTime, serverNow } from "./server-clock";

const day = 86_400_000;

afterEach(() => {
  learnServerTime(new Date().toUTCString());
});

test("a device that is two days behind uses the server's time", () => {
  const listener = vi.fn();
  const unsubscribe = onServerTime(listener);
  learnServerTime(new Date(Date.now() + 2 * day).toUTCString());
  expect(serverNow() - Date.now()).toBeGreaterThan(2 * day - 2_000);
  learnServerTime(new Date(Date.now() + 2 * day + 1_000).toUTCString());
  expect(listener).toHaveBeenCalledOnce();
  unsubscribe();
});

test.each([null, "", "yesterday"])("a Date header of %j is ignored", (date) => {
  learnServerTime(date);
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(5);
});

test("the delay of a slow connection is not taken for a wrong clock", () => {
  learnServerTime(new Date(Date.now() - 5_000).toUTCString());
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(5);
});
