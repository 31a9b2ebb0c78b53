import { MutationObserver, onlineManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noAnswer, refusal } from "./problem";
import { queryDefaults, retryDelay } from "./query-defaults";

let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: queryDefaults });
  client.mount();
});

afterEach(() => {
  onlineManager.setOnline(true);
  client.unmount();
  vi.useRealTimers();
});

const offline = () => noAnswer("POST", "/", true);
const lost = () => noAnswer("GET", "/", false);
const busy = () => refusal({ code: "busy", message: "…" });

test("without a connection a write fails at once, and is not made when the connection is back", async () => {
  onlineManager.setOnline(false);
  const mutationFn = vi.fn(() => Promise.reject(offline()));
  const observer = new MutationObserver(client, { mutationFn });
  await expect(observer.mutate()).rejects.toThrow("nothing was sent.");
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(mutationFn).toHaveBeenCalledOnce();
});

test("a write is never retried automatically", async () => {
  const mutationFn = vi.fn(() => Promise.reject(noAnswer("POST", "/", false)));
  const failed = new MutationObserver(client, { mutationFn }).mutate().catch((error: Error) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  expect(mutationFn).toHaveBeenCalledOnce();
});

test.each([
  ["a lost line", lost, 3],
  ["no connection", () => noAnswer("GET", "/", true), 1],
  ["a busy server", busy, 1],
])("after %s a read is made so often", async (_, error, times) => {
  const queryFn = vi.fn(() => Promise.reject(error()));
  const failed = client.fetchQuery({ queryKey: ["x"], queryFn }).catch((thrown: Error) => thrown);
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  expect(queryFn).toHaveBeenCalledTimes(times);
});

test("without a connection a read fails at once, and is retried when the connection is back", async () => {
  onlineManager.setOnline(false);
  const queryFn = vi
    .fn()
    .mockRejectedValueOnce(noAnswer("GET", "/", true))
    .mockResolvedValue("there");
  const observer = new QueryObserver(client, { queryKey: ["x"], queryFn });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult()).toMatchObject({ status: "error", fetchStatus: "idle" });
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult().data).toBe("there");
  stop();
});

test("what was answered a moment before the connection is back is asked for again", async () => {
  const queryFn = vi.fn().mockResolvedValueOnce("a copy").mockResolvedValue("current");
  const observer = new QueryObserver(client, { queryKey: ["x"], queryFn });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult().data).toBe("a copy");
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult().data).toBe("current");
  stop();
});

test.each([
  [1, 0, 500],
  [1, 1, 1_000],
  [4, 1, 8_000],
  [50, 1, 30_000],
])("after %i failures (%f) the pause is %i ms", (failures, random, length) => {
  expect(retryDelay(failures, random)).toBe(length);
});
