import { afterEach, expect, test, vi } from "vitest";
import { learnServerTime, onServerTime, serverNow } from "./server-clock";

const day = 86_400_000;

afterEach(() => {
  learnServerTime(new Date().toUTCString());
});

test("a device that is two days behind goes by the server's time", () => {
  const heard = vi.fn();
  const forget = onServerTime(heard);
  learnServerTime(new Date(Date.now() + 2 * day).toUTCString());
  expect(serverNow() - Date.now()).toBeGreaterThan(2 * day - 2_000);
  learnServerTime(new Date(Date.now() + 2 * day + 1_000).toUTCString());
  expect(heard).toHaveBeenCalledOnce();
  forget();
});

test.each([null, "", "yesterday"])("%j tells nothing", (date) => {
  learnServerTime(date);
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(5);
});

test("the delay of a slow line is no wrong clock", () => {
  learnServerTime(new Date(Date.now() - 5_000).toUTCString());
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(5);
});
