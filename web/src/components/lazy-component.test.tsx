import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type LazyModule, lazyModule } from "../lib/lazy-module";
import { takeToasts } from "../lib/toasts";
import { LazyComponent } from "./lazy-component";

afterEach(() => {
  takeToasts();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function offline(): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
}

const part = { Part: () => <p>the part</p> };

function failsOnce() {
  const load = vi.fn<() => Promise<typeof part>>();
  return lazyModule(load.mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue(part));
}

async function show(load: LazyModule<typeof part>, onFail?: () => void) {
  await act(async () => {
    render(
      <>
        <p>the page</p>
        <LazyComponent module={load} fallback="waiting" onFail={onFail}>
          {({ Part }) => <Part />}
        </LazyComponent>
      </>,
    );
  });
}

test("a failed download leaves the page usable, and is retried when the connection is back", async () => {
  offline();
  await show(failsOnce());
  expect(screen.getByText("the page")).toBeDefined();
  expect(screen.getByText("waiting")).toBeDefined();
  expect(takeToasts()).toEqual([]);
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(screen.getByText("the part")).toBeDefined();
});

test("a failed press shows a toast, and can be repeated", async () => {
  offline();
  const load = failsOnce();
  const onFail = vi.fn();
  await show(load, onFail);
  expect(onFail).toHaveBeenCalledOnce();
  expect(takeToasts()).toEqual([
    { tone: "bad", text: "You are offline. Please try again when you have a connection." },
  ]);
  window.dispatchEvent(new Event("online"));
  await expect(load.load()).resolves.toBe(part);
});

test("a part that is lost although there is a connection offers a reload, and leaves the page standing", async () => {
  vi.useFakeTimers();
  const offered = vi.fn();
  window.addEventListener("moduleloaderror", offered, { once: true });
  const onFail = vi.fn();
  await show(
    lazyModule(() => Promise.reject(new TypeError("Failed to fetch"))),
    onFail,
  );
  expect(offered).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(offered).toHaveBeenCalledOnce();
  expect(onFail).toHaveBeenCalledOnce();
  expect(screen.getByText("the page")).toBeDefined();
  expect(takeToasts()).toEqual([]);
});

test("a loaded module is rendered at once", async () => {
  const load = lazyModule(async () => part);
  await load.load();
  render(<LazyComponent module={load}>{({ Part }) => <Part />}</LazyComponent>);
  expect(screen.getByText("the part")).toBeDefined();
});
