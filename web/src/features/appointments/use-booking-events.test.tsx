import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { POLLING_INTERVAL_MS } from "../../api/polling";
import { takeToasts } from "../../lib/toasts";
import { listed, renderPage, server } from "../../testing/page";
import { useBookingEvents } from "./use-booking-events";

interface Following {
  onEvent: (topic: string) => void;
  onOpenChange: (isOpen: boolean) => void;
}

const stream = vi.hoisted(() => ({ follow: vi.fn<(following: Following) => () => void>(), stop: vi.fn() }));
vi.mock("../../api/events", () => ({ openEventStream: stream.follow }));

let waiting: number;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  waiting = 1;
  stream.follow.mockReturnValue(stream.stop);
  server.mockImplementation(async () =>
    listed(Array.from({ length: waiting }, (_, place) => ({ _id: String(place) }))),
  );
});

afterEach(() => {
  vi.useRealTimers();
  setVisibility("visible");
});

function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

function Listening() {
  useBookingEvents({ role: "doctor", docId: "d1" });
  return null;
}

const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

async function listen(): Promise<Following> {
  renderPage(<Listening />);
  await pass(10);
  return heard();
}

function heard(): Following {
  const following = stream.follow.mock.lastCall?.[0];
  if (!following) throw new Error("nobody follows");
  return following;
}

test("an event refetches the lists, and a new request is announced", async () => {
  const { onEvent, onOpenChange } = await listen();
  act(() => onOpenChange(true));
  await pass(10);
  const before = server.mock.calls.length;
  waiting = 2;
  act(() => onEvent("bookings"));
  await pass(10);
  expect(server.mock.calls.length).toBe(before + 1);
  expect(takeToasts()).toEqual([{ tone: "good", text: "New request" }]);
});

test("fewer requests and other topics are nothing to tell", async () => {
  waiting = 3;
  const { onEvent } = await listen();
  const before = server.mock.calls.length;
  act(() => onEvent("something-else"));
  await pass(10);
  expect(server.mock.calls.length).toBe(before);
  waiting = 1;
  act(() => onEvent("bookings"));
  await pass(10);
  expect(takeToasts()).toEqual([]);
});

test("changes from before the stream opened are fetched when it opens", async () => {
  const { onOpenChange } = await listen();
  const before = server.mock.calls.length;
  act(() => onOpenChange(true));
  await pass(10);
  expect(server.mock.calls.length).toBe(before + 1);
});

test("the server is asked every half minute, but only while there is no stream", async () => {
  const { onOpenChange } = await listen();
  act(() => onOpenChange(false));
  const before = server.mock.calls.length;
  await pass(POLLING_INTERVAL_MS);
  expect(server.mock.calls.length).toBe(before + 1);
  act(() => onOpenChange(true));
  await pass(10);
  const streaming = server.mock.calls.length;
  await pass(5 * POLLING_INTERVAL_MS);
  expect(server.mock.calls.length).toBe(streaming);
});

test("a hidden tab neither follows nor asks, and follows again when it is seen", async () => {
  await listen();
  setVisibility("hidden");
  expect(stream.stop).toHaveBeenCalledOnce();
  const [followed, asked] = [stream.follow.mock.calls.length, server.mock.calls.length];
  await pass(5 * POLLING_INTERVAL_MS);
  expect(stream.follow.mock.calls.length).toBe(followed);
  expect(server.mock.calls.length).toBe(asked);
  setVisibility("visible");
  expect(stream.follow.mock.calls.length).toBe(followed + 1);
});
