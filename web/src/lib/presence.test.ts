import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isSomebodyHere } from "./presence";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test.each(["pointerdown", "keydown", "wheel"])("the user is present for a minute after a %s", (touch) => {
  window.dispatchEvent(new Event(touch));
  vi.advanceTimersByTime(59_999);
  expect(isSomebodyHere()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isSomebodyHere()).toBe(false);
});
