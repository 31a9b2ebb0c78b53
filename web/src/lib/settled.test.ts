import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useSettled } from "./settled";

test("typing without a pause emits once, at its end", () => {
  vi.useFakeTimers();
  const heard: string[] = [];
  const { rerender } = renderHook(({ typed }) => heard.push(useSettled(typed)), {
    initialProps: { typed: "" },
  });
  for (const typed of ["l", "la", "lak", "lake"]) {
    rerender({ typed });
    act(() => vi.advanceTimersByTime(100));
  }
  expect(new Set(heard)).toEqual(new Set([""]));
  act(() => vi.advanceTimersByTime(200));
  expect(new Set(heard)).toEqual(new Set(["", "lake"]));
  vi.useRealTimers();
});
