import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type Download, download } from "../lib/download";
import { takeToasts } from "../lib/toasts";
import { Late } from "./late";

afterEach(() => void takeToasts());

const part = { Part: () => <p>the part</p> };

function failsOnce() {
  const load = vi.fn<() => Promise<typeof part>>();
  return download(load.mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue(part));
}

async function show(load: Download<typeof part>, onFail?: () => void) {
  await act(async () => {
    render(
      <>
        <p>the page</p>
        <Late part={load} waiting="waiting" onFail={onFail}>
          {({ Part }) => <Part />}
        </Late>
      </>,
    );
  });
}

test("a part that cannot be downloaded leaves the page standing, and comes with the connection", async () => {
  await show(failsOnce());
  expect(screen.getByText("the page")).toBeDefined();
  expect(screen.getByText("waiting")).toBeDefined();
  expect(takeToasts()).toEqual([]);
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(screen.getByText("the part")).toBeDefined();
});

test("whoever pressed for it is told, and can press again", async () => {
  const load = failsOnce();
  const onFail = vi.fn();
  await show(load, onFail);
  expect(onFail).toHaveBeenCalledOnce();
  expect(takeToasts()).toEqual([
    {
      tone: "bad",
      text: "This could not be shown. Your data is safe; please try again, or reload the page.",
    },
  ]);
  window.dispatchEvent(new Event("online"));
  await expect(load.load()).resolves.toBe(part);
});

test("what is there already is drawn at once", async () => {
  const load = download(async () => part);
  await load.load();
  render(<Late part={load}>{({ Part }) => <Part />}</Late>);
  expect(screen.getByText("the part")).toBeDefined();
});
