import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Failure } from "./failure";
import { lazyModule, ModuleLoadError } from "./lazy-module";

const lost = new TypeError("Failed to fetch dynamically imported module");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The result of a load, including its wait. */
async function outcome<Part>(load: () => Promise<Part>): Promise<Part | Error> {
  const settled = load().catch((error: Error) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  return settled;
}

test("a part that was lost on the way is asked for once more by itself", async () => {
  const fetchPart = vi.fn().mockRejectedValueOnce(lost).mockResolvedValue("part");
  const part = lazyModule(fetchPart);
  expect(await outcome(part.load)).toBe("part");
  expect(part.loaded()).toBe("part");
  expect(fetchPart).toHaveBeenCalledTimes(2);
});

test("a part that is lost twice is a failure that says so, and is asked for again a moment later", async () => {
  const fetchPart = vi.fn().mockRejectedValue(lost);
  const part = lazyModule(fetchPart);
  expect(await outcome(part.load)).toBeInstanceOf(ModuleLoadError);
  expect(fetchPart).toHaveBeenCalledTimes(2);
  await expect(part.load()).rejects.toBeInstanceOf(ModuleLoadError);
  expect(fetchPart).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1_000);
  fetchPart.mockResolvedValue("part");
  expect(await outcome(part.load)).toBe("part");
});

test("without a connection it fails at once, and a reload is no help", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const fetchPart = vi.fn().mockRejectedValue(lost);
  const error = await lazyModule(fetchPart)
    .load()
    .catch((error: Error) => error);
  expect(error).toBeInstanceOf(Failure);
  expect(error).not.toBeInstanceOf(ModuleLoadError);
  expect(fetchPart).toHaveBeenCalledTimes(1);
});
