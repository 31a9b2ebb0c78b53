import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { start } from "../../build/start.mjs";

const lost = new TypeError("Failed to fetch dynamically imported module");
const reload = vi.fn();
let stop: AbortController;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "requestAnimationFrame"] });
  stop = new AbortController();
  const { signal } = stop;
  const addEventListener = window.addEventListener.bind(window);
  vi.stubGlobal("addEventListener", (type: string, listener: EventListener, capture?: boolean) =>
    addEventListener(type, listener, { capture: capture ?? false, signal }),
  );
  vi.stubGlobal("location", { reload });
  document.body.innerHTML = `<script data-modules="/assets/page.js /assets/entry.js" type="text/plain"></script>
    <form><button data-pressed data-pre-hydration>Send</button></form>
    <div id="lost" hidden><button data-reload>Reload</button><button>Close</button></div>`;
  vi.spyOn(document, "currentScript", "get").mockReturnValue(document.querySelector("script"));
});

afterEach(() => {
  stop.abort();
  reload.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.head.replaceChildren();
  document.body.replaceChildren();
});

const bar = () => document.getElementById("lost") as HTMLElement;

async function startWith(load: (module: string) => Promise<unknown>): Promise<void> {
  start(load);
  window.dispatchEvent(new Event("DOMContentLoaded"));
  await vi.advanceTimersByTimeAsync(5_000);
}

test("the page's modules are preloaded, and the last one begins", async () => {
  const load = vi.fn().mockResolvedValue({});
  await startWith(load);
  const preloads = [...document.head.querySelectorAll("link")].map((link) => link.getAttribute("href"));
  expect(preloads).toEqual(["/assets/page.js", "/assets/entry.js"]);
  expect(load.mock.calls).toEqual([["/assets/entry.js"]]);
  expect(bar().hidden).toBe(true);
});

test("an entry that is lost on the way is asked for once more by itself", async () => {
  const load = vi.fn().mockRejectedValueOnce(lost).mockResolvedValue({});
  await startWith(load);
  expect(load).toHaveBeenCalledTimes(2);
  expect(bar().hidden).toBe(true);
});

test("an entry that cannot be loaded shows a bar that can be closed; its button and another press reload", async () => {
  const load = vi.fn().mockRejectedValue(lost);
  await startWith(load);
  expect(load).toHaveBeenCalledTimes(2);
  expect(bar().hidden).toBe(false);
  expect(document.querySelector("[data-pressed]")).toBeNull();
  expect(reload).not.toHaveBeenCalled();
  const [again, close] = bar().querySelectorAll("button");
  close?.click();
  expect(bar().hidden).toBe(true);
  again?.click();
  expect(reload).toHaveBeenCalledTimes(1);
  document.querySelector("form")?.requestSubmit();
  expect(reload).toHaveBeenCalledTimes(2);
});

test("a chunk of the running app that cannot be loaded shows the bar too", async () => {
  await startWith(vi.fn().mockResolvedValue({}));
  window.dispatchEvent(new Event("moduleloaderror"));
  expect(bar().hidden).toBe(false);
});

test("a button that is pressed before the page has its handlers is pressed once they are there", async () => {
  document.body.insertAdjacentHTML(
    "beforeend",
    '<main><button type="button">A</button><button type="button">B</button></main>',
  );
  const [first, second] = [...document.querySelectorAll<HTMLButtonElement>("main button")];
  const presses: string[] = [];
  await startWith(vi.fn().mockResolvedValue({}));
  first?.click();
  second?.click();
  expect([first?.dataset.pressed, second?.dataset.pressed]).toEqual([undefined, ""]);
  for (const button of [first, second])
    button?.addEventListener("click", () => presses.push(button.textContent ?? ""));
  window.dispatchEvent(new Event("hydrated"));
  await Promise.resolve();
  expect(presses).toEqual(["B"]);
  expect(second?.dataset.pressed).toBeUndefined();
  first?.click();
  expect(presses).toEqual(["B", "A"]);
});
