import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetReported } from "../api/client-errors";
import { ModuleLoadError } from "../lib/lazy-module";
import { ErrorBoundary } from "./error-boundary";

const reload = vi.fn();

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("location", { href: "http://localhost/category", reload });
  document.body.innerHTML =
    '<script type="text/plain" data-modules="/assets/page.js /assets/old.js"></script>';
});

afterEach(() => {
  reload.mockClear();
  window.sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function serve(entry: string): void {
  const html = `<script data-modules="/assets/page.js /assets/${entry}">start()</script>`;
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(html)),
  );
}

function Page({ error }: { error: Error }): never {
  throw error;
}

async function lose(error: Error): Promise<void> {
  await act(async () => {
    render(
      <ErrorBoundary at="/category">
        <Page error={error} />
      </ErrorBoundary>,
    );
  });
}

const lost = () => new ModuleLoadError("lost");

test("a page whose script is gone with its version is reloaded, once", async () => {
  serve("new.js");
  await lose(lost());
  expect(reload).toHaveBeenCalledTimes(1);
  await lose(lost());
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a page whose script is lost in the same version offers another try", async () => {
  serve("old.js");
  await lose(lost());
  expect(reload).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});

test("nothing is reloaded while the server is unreachable, nor for a bug", async () => {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => {
      throw new TypeError("Failed to fetch");
    }),
  );
  await lose(lost());
  serve("new.js");
  await lose(new Error("a mistake"));
  expect(reload).not.toHaveBeenCalled();
});

test("an error ends with its address", () => {
  const { rerender } = render(
    <ErrorBoundary at="/doctors/d1">
      <Page error={new Error("broken")} />
    </ErrorBoundary>,
  );
  expect(screen.queryByText("the other doctor")).toBeNull();
  rerender(<ErrorBoundary at="/doctors/d2">the other doctor</ErrorBoundary>);
  expect(screen.getByText("the other doctor")).toBeDefined();
});

test("a page that breaks is reported, and one that could not be downloaded is not", async () => {
  forgetReported();
  const beacon = vi.fn(() => true);
  Object.defineProperty(navigator, "sendBeacon", { value: beacon, configurable: true });
  serve("old.js");
  await lose(lost());
  expect(beacon).not.toHaveBeenCalled();
  await lose(new TypeError("x is not a function"));
  expect(beacon).toHaveBeenCalledTimes(1);
});
