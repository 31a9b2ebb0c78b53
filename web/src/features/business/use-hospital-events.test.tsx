import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { usePendingRequests } from "../../lib/pending-requests";
import { takeToasts } from "../../lib/toasts";
import { answer, renderPage, server } from "../../testing/page";
import { useHospitalEvents } from "./use-hospital-events";

interface Following {
  path: string;
  onEvent: (topic: string) => void;
}

const stream = vi.hoisted(() => ({ follow: vi.fn<(following: Following) => () => void>() }));
vi.mock("../../api/events", () => ({ openEventStream: stream.follow }));

let rows: { _id: string; look: string }[];

beforeEach(() => {
  vi.useFakeTimers();
  stream.follow.mockReturnValue(() => undefined);
  rows = [{ _id: "r1", look: "done" }];
  server.mockImplementation(async () => answer(rows));
});

afterEach(() => {
  vi.useRealTimers();
});

function Listening() {
  useHospitalEvents("h1");
  return <p>{usePendingRequests()}</p>;
}

const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

test("a new request is announced and counted in the menu, an ended one is not announced", async () => {
  const { container } = renderPage(<Listening />);
  await pass(10);
  const following = stream.follow.mock.lastCall?.[0];
  expect(following?.path).toBe("/user/api/worker/events/h1");
  expect(takeToasts()).toEqual([]);
  rows = [{ _id: "r2", look: "waits" }];
  act(() => following?.onEvent("news"));
  await pass(10);
  expect(takeToasts()).toEqual([{ tone: "good", text: "A new blood request names your hospital." }]);
  expect(container.textContent).toContain("1");
  rows = [];
  act(() => following?.onEvent("news"));
  await pass(10);
  expect(takeToasts()).toEqual([]);
  expect(container.textContent).toContain("0");
});
