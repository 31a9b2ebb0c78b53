import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPage } from "../testing/page";
import { list, question } from "./question";
import { useNews } from "./use-news";

interface Following {
  onEvent: (topic: string) => void;
}

const stream = vi.hoisted(() => ({ follow: vi.fn<(following: Following) => () => void>() }));
vi.mock("./events", () => ({ followEvents: stream.follow }));

const askedPages = vi.fn<(cursor: string) => void>();
const askedFigure = vi.fn<() => void>();

beforeEach(() => {
  vi.clearAllMocks();
  stream.follow.mockReturnValue(() => undefined);
});

const rows = list(["area", "rows"], async (cursor) => {
  askedPages(cursor);
  return { data: { data: [cursor || "first"], next: `${cursor}+` } };
});

const figure = question(["area", "figure"], async () => {
  askedFigure();
  return { data: { data: 1 } };
});

function Page() {
  useNews({ path: "/events", role: "admin", topic: "news", queryKey: ["area"] });
  const { data, fetchNextPage } = useInfiniteQuery(rows);
  useQuery(figure);
  return (
    <button type="button" onClick={() => fetchNextPage()}>
      {`${data?.pages.length} pages`}
    </button>
  );
}

async function open() {
  const { queries } = renderPage(<Page />);
  await screen.findByText("1 pages");
  return queries;
}

const hear = () => act(async () => stream.follow.mock.lastCall?.[0].onEvent("news"));

test("news ask anew for what is on the screen", async () => {
  await open();
  await hear();
  expect([askedPages, askedFigure].map((asked) => asked.mock.calls.length)).toEqual([2, 2]);
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
