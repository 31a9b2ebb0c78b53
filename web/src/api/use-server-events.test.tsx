import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { SessionBar } from "../components/session-bar";
import { renderPage } from "../testing/page";
import { list, query } from "./query";
import { useServerEvents } from "./use-server-events";

interface Following {
  onEvent: (topic: string, data: string) => void;
}

const stream = vi.hoisted(() => ({ follow: vi.fn<(following: Following) => () => void>() }));
vi.mock("./events", () => ({ openEventStream: stream.follow }));

const askedPages = vi.fn<(cursor: string) => void>();
const askedFigure = vi.fn<() => void | Promise<void>>();

beforeEach(() => {
  vi.clearAllMocks();
  stream.follow.mockReturnValue(() => undefined);
});

const rows = list(["area", "rows"], async (cursor) => {
  askedPages(cursor);
  return { data: { data: [cursor || "first"], next: `${cursor}+` } };
});

const figure = query(["area", "figure"], async () => {
  await askedFigure();
  return { data: { data: 1 } };
});

function Page() {
  const { ending, stay } = useServerEvents({
    path: "/events",
    role: "admin",
    topic: "news",
    queryKey: ["area"],
  });
  const { data, fetchNextPage } = useInfiniteQuery(rows);
  useQuery(figure);
  return (
    <>
      <button type="button" onClick={() => fetchNextPage()}>
        {`${data?.pages.length} pages`}
      </button>
      <SessionBar ending={ending} onStay={stay} />
    </>
  );
}

async function open() {
  const { queries } = renderPage(<Page />);
  await screen.findByText("1 pages");
  return queries;
}

const hear = (topic = "news", data: unknown = {}) =>
  act(async () => stream.follow.mock.lastCall?.[0].onEvent(topic, JSON.stringify(data)));

test("an event refetches active queries", async () => {
  await open();
  await hear();
  expect([askedPages, askedFigure].map((asked) => asked.mock.calls.length)).toEqual([2, 2]);
});

test("an event during a first load refetches it afterwards", async () => {
  let end = () => {};
  const first = new Promise<void>((resolve) => {
    end = resolve;
  });
  askedFigure.mockReturnValueOnce(first);
  await open();
  await hear();
  expect(askedFigure).toHaveBeenCalledTimes(1);
  await act(async () => end());
  await vi.waitFor(() => expect(askedFigure).toHaveBeenCalledTimes(2));
});

test("news do not fetch a long list's pages, which are asked for when the list is next opened", async () => {
  const queries = await open();
  await userEvent.click(screen.getByRole("button"));
  await screen.findByText("2 pages");
  askedPages.mockClear();
  askedFigure.mockClear();
  await hear();
  expect([askedPages, askedFigure].map((asked) => asked.mock.calls.length)).toEqual([0, 1]);
  expect(queries.getQueryState(rows.queryKey)?.isInvalidated).toBe(true);
});

test("the end of the session is announced beforehand, and staying sends a request", async () => {
  await open();
  await hear("session", { standing: "ending", seconds: 170, canStay: true });
  expect(screen.getByRole("alert").textContent).toContain("You will be logged out in about 3 min.");
  await hear("session", { standing: "ending", seconds: 50, canStay: true });
  expect(screen.getByRole("alert").textContent).toContain("in about 1 min.");
  askedFigure.mockClear();
  await userEvent.click(screen.getByRole("button", { name: "Stay logged in" }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(askedFigure).toHaveBeenCalledTimes(1);
});

test("a fixed end offers no button, and a prolonged one is no longer announced", async () => {
  await open();
  await hear("session", { standing: "ending", seconds: 170, canStay: false });
  expect(screen.getByRole("alert").textContent).toContain("Please finish what you are doing");
  expect(screen.queryByRole("button", { name: "Stay logged in" })).toBeNull();
  await hear("session", { standing: "lasting" });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a list of several pages is marked as stale until it is refetched", async () => {
  const queries = await open();
  await userEvent.click(screen.getByRole("button", { name: "1 pages" }));
  await screen.findByText("2 pages");
  await hear();
  expect(queries.getQueryData(rows.queryKey)).toMatchObject({ isOld: true });
  await act(() => queries.refetchQueries(rows));
  expect(queries.getQueryData(rows.queryKey)).not.toHaveProperty("isOld");
});
