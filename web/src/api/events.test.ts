import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn, tokenOf } from "../lib/session";
import { openEventStream, STREAM_IDLE_TIMEOUT_MS, STREAM_STABLE_AFTER_MS } from "./events";

interface Connection {
  request: RequestInit | undefined;
  say: (text: string) => void;
  end: () => void;
}

let connections: Connection[];
let stop: () => void;
const onEvent = vi.fn();
const onOpenChange = vi.fn();

function connect(_: unknown, request?: RequestInit): Promise<Response> {
  const encoder = new TextEncoder();
  return new Promise((resolve) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        connections.push({
          request,
          say: (text) => controller.enqueue(encoder.encode(text)),
          end: () => controller.close(),
        });
        request?.signal?.addEventListener("abort", () => controller.error(new Error("aborted")));
      },
    });
    resolve(new Response(body));
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  connections = [];
  vi.stubGlobal("fetch", vi.fn(connect));
  signIn("doctor", "the-token", "d1");
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

function follow(): void {
  stop = openEventStream({ path: "/user/api/doctor/events/d1", role: "doctor", onEvent, onOpenChange });
}

/** Runs all pending tasks that do not wait for a timer. */
const settle = () => vi.advanceTimersByTimeAsync(0);

test("events are dispatched by their topic, also when they arrive in pieces; keep-alives are not", async () => {
  follow();
  await settle();
  connections[0]?.say(": alive\n\nevent: book");
  await settle();
  expect(onEvent).not.toHaveBeenCalled();
  connections[0]?.say("ings\ndata: {}\n\n");
  await settle();
  expect(onEvent.mock.calls).toEqual([["bookings", "{}"]]);
  expect(onOpenChange.mock.calls).toEqual([[true]]);
});

test("the token stands in the header, never in the address", async () => {
  follow();
  await settle();
  expect(vi.mocked(fetch).mock.calls[0]?.[0]).toBe("/user/api/doctor/events/d1");
  expect(new Headers(connections[0]?.request?.headers).get("Authorization")).toBe("Bearer the-token");
});

test("a stream that ends is opened again, a little later", async () => {
  follow();
  await settle();
  connections[0]?.end();
  await settle();
  expect(onOpenChange).toHaveBeenLastCalledWith(false);
  expect(connections).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(connections).toHaveLength(2);
  expect(onOpenChange).toHaveBeenLastCalledWith(true);
});

test("a connection without a sign of life is given up", async () => {
  follow();
  await settle();
  await vi.advanceTimersByTimeAsync(STREAM_IDLE_TIMEOUT_MS - 1);
  connections[0]?.say(": alive\n\n");
  await vi.advanceTimersByTimeAsync(STREAM_IDLE_TIMEOUT_MS - 1);
  expect(onOpenChange.mock.calls).toEqual([[true]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(onOpenChange).toHaveBeenLastCalledWith(false);
});

test("a refused stream is not open, and is retried with backoff", async () => {
  vi.mocked(fetch).mockImplementation(async () => new Response("", { status: 503 }));
  follow();
  await settle();
  expect(onOpenChange.mock.calls).toEqual([[false]]);
  await vi.advanceTimersByTimeAsync(60_000);
  const tries = vi.mocked(fetch).mock.calls.length;
  expect(tries).toBeGreaterThan(3);
  expect(tries).toBeLessThan(12);
});

test("a stream whose session has ended ends it here too", async () => {
  vi.mocked(fetch).mockImplementation(async () => new Response("", { status: 401 }));
  follow();
  await settle();
  expect(tokenOf("doctor")).toBeNull();
});

test("a stream that opens only to end is opened more and more rarely", async () => {
  vi.mocked(fetch).mockImplementation(async () => new Response(""));
  follow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(vi.mocked(fetch).mock.calls.length).toBeLessThan(12);
});

test("a stream that stayed open is opened again soon", async () => {
  vi.mocked(fetch).mockImplementation(async () => new Response(""));
  follow();
  await vi.advanceTimersByTimeAsync(60_000);
  vi.mocked(fetch).mockImplementation(connect);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(connections).toHaveLength(1);
  connections[0]?.say(": alive\n\n");
  await vi.advanceTimersByTimeAsync(STREAM_STABLE_AFTER_MS);
  connections[0]?.end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(connections).toHaveLength(2);
});

test("nothing is tried any more after the stop", async () => {
  follow();
  await settle();
  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(connections).toHaveLength(1);
  expect(connections[0]?.request?.signal?.aborted).toBe(true);
  expect(onOpenChange.mock.calls).toEqual([[true]]);
});

test.each([401, 403, 404, 410])(
  "a stream that was refused with %d is not asked for again",
  async (status) => {
    const asked = vi.fn(async () => new Response(null, { status }));
    vi.stubGlobal("fetch", asked);
    stop = openEventStream({ path: "/user/api/visit/events", link: "ended", onEvent, onOpenChange });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked).toHaveBeenCalledOnce();
  },
);
