import { QueryClient, QueryClientProvider, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Inbox } from "lucide-react";
import { afterEach, expect, test, vi } from "vitest";
import { Failure } from "../lib/failure";
import { bothOf, Loaded, LoadedList } from "./loaded";

const answer = vi.fn<(page?: unknown) => Promise<string>>();
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });

afterEach(() => {
  answer.mockReset();
  queries.clear();
});

function One() {
  const load = useQuery({ queryKey: ["one"], queryFn: () => answer() });
  return (
    <Loaded load={load} fallback="waiting">
      {(text) => <p>{text}</p>}
    </Loaded>
  );
}

interface PagedProps {
  total?: number;
  cut?: boolean;
  isFiltered?: boolean;
  onClear?: () => void;
}

function Paged({ total = 2, cut = false, isFiltered = false, onClear = () => undefined }: PagedProps) {
  const list = useInfiniteQuery({
    queryKey: ["list"],
    queryFn: async ({ pageParam }) => ({
      data: (await answer(pageParam)).split(" ").filter(Boolean),
      total,
      cut,
    }),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => (pages.length < total ? pages.length + 1 : undefined),
  });
  return (
    <LoadedList
      load={list}
      fallback="waiting"
      count={(total) => `${total} in all`}
      none={{ icon: Inbox, title: "None yet", text: "They come later." }}
      search={{ isFiltered, noMatch: "Nobody has that name.", onClear }}
    >
      {(rows) => <p>{rows.join()}</p>}
    </LoadedList>
  );
}

function Both() {
  const first = useQuery({ queryKey: ["first"], queryFn: async () => "first" });
  const second = useQuery({ queryKey: ["second"], queryFn: () => answer() });
  return (
    <Loaded load={bothOf(first, second)} fallback="waiting">
      {(both) => <p>{both.join()}</p>}
    </Loaded>
  );
}

function show(page: React.ReactNode) {
  render(<QueryClientProvider client={queries}>{page}</QueryClientProvider>);
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const lost = new Failure("The line is lost.");

test("a failed load shows the reason and a retry button", async () => {
  answer.mockRejectedValueOnce(lost).mockResolvedValue("there");
  show(<One />);
  expect(screen.getByText("waiting")).toBeDefined();
  expect((await screen.findByRole("alert")).textContent).toContain("The line is lost.");
  await press("Try again");
  expect(await screen.findByText("there")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a failed refresh keeps the data and shows a note until one succeeds", async () => {
  answer.mockResolvedValueOnce("before").mockRejectedValueOnce(lost).mockResolvedValue("after");
  show(<One />);
  const before = await screen.findByText("before");
  await queries.invalidateQueries();
  expect((await screen.findByRole("status")).textContent).toContain(
    "This may be out of date because it could not be refreshed. The line is lost.",
  );
  expect(screen.getByText("before")).toBe(before);
  await press("Try again");
  expect(await screen.findByText("after")).toBeDefined();
  expect(screen.queryByRole("status")).toBeNull();
});

test("a failed next page keeps the rows and is retried by a press only", async () => {
  answer.mockResolvedValueOnce("one").mockRejectedValueOnce(lost).mockResolvedValue("two");
  show(<Paged />);
  await screen.findByText("one");
  await press("Show more");
  expect(await screen.findByText("We could not load more. The line is lost.")).toBeDefined();
  expect(screen.getByText("one")).toBeDefined();
  expect(screen.queryByText(/could not be refreshed/)).toBeNull();
  expect(answer).toHaveBeenCalledTimes(2);
  await press("Try again");
  expect(await screen.findByText("one,two")).toBeDefined();
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});

test("of two answers only the failed one is asked for again", async () => {
  answer.mockRejectedValueOnce(lost).mockResolvedValue("second");
  show(<Both />);
  await screen.findByRole("alert");
  await press("Try again");
  expect(await screen.findByText("first,second")).toBeDefined();
});

test("an empty list and a search without results have a note", async () => {
  answer.mockResolvedValue("");
  show(<Paged total={0} />);
  expect(await screen.findByRole("heading", { name: "None yet" })).toBeDefined();
  cleanup();
  const onClear = vi.fn();
  show(<Paged total={0} isFiltered onClear={onClear} />);
  expect(screen.getByText("Nobody has that name.")).toBeDefined();
  expect(screen.queryByText("None yet")).toBeNull();
  await press("Clear filters");
  expect(onClear).toHaveBeenCalledOnce();
});

test("a list says how much it holds, and that a search found more", async () => {
  answer.mockResolvedValue("one two");
  show(<Paged total={1} cut />);
  expect((await screen.findByRole("status")).textContent).toMatch(/^1 in all · ./);
});

test("a list that has changed says so, and shows the latest by a press", async () => {
  answer.mockResolvedValueOnce("Asha").mockResolvedValue("Beena");
  show(<Paged total={1} />);
  await screen.findByText("Asha");
  expect(screen.queryByText("This list has changed.")).toBeNull();
  queries.setQueryData<object>(["list"], (list) => list && { ...list, isOld: true });
  expect(await screen.findByText("This list has changed.")).toBeDefined();
  await press("Show the latest");
  expect(await screen.findByText("Beena")).toBeDefined();
  expect(screen.queryByText("This list has changed.")).toBeNull();
});
