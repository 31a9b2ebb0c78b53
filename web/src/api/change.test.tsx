import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { takeToasts } from "../lib/toasts";
import { useChange } from "./change";
import { noAnswer, refusal } from "./problem";
import { query } from "./query";
import { queryDefaults } from "./query-defaults";

interface Answer {
  message: string;
  data: string;
}

let answer: (given: { data: Answer }) => void;
let fail: (error: Error) => void;
const asked = vi.fn<() => void>();

beforeEach(() => {
  takeToasts();
  asked.mockReset();
});

const call = () =>
  new Promise<{ data: Answer }>((resolve, reject) => {
    answer = resolve;
    fail = reject;
  });

const thing = query(["thing"], async () => {
  asked();
  return { data: { data: "old" } };
});

interface DialogProps {
  isAnswerShown: boolean;
  onClose: () => void;
}

function Dialog({ isAnswerShown, onClose }: DialogProps) {
  const change = useChange({ call, answers: thing, shownOnPage: ["link_ended"], isAnswerShown });
  return (
    <>
      <button type="button" onClick={() => change.mutate(undefined, { onSuccess: onClose })}>
        Do it
      </button>
      <button type="button" onClick={onClose}>
        Leave
      </button>
      {change.isPending && <p>waiting</p>}
    </>
  );
}

function Page({ isAnswerShown }: { isAnswerShown: boolean }) {
  const [isOpen, setOpen] = useState(true);
  const { data } = useQuery(thing);
  return (
    <>
      <p>{data}</p>
      {isOpen ? <Dialog isAnswerShown={isAnswerShown} onClose={() => setOpen(false)} /> : <p>closed</p>}
    </>
  );
}

const press = (...names: string[]) => pressIn(<Page isAnswerShown={false} />, ...names);

async function pressIn(page: ReactNode, ...names: string[]) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: queryDefaults })}>
      {page}
    </QueryClientProvider>,
  );
  await screen.findByText("old");
  for (const name of names) await userEvent.click(screen.getByRole("button", { name }));
}

const done = { data: { message: "Done", data: "new" } };
const wrongField = () =>
  refusal({
    code: "invalid_fields",
    message: "Too long",
    errors: [{ field: "reason", message: "Too long" }],
  });

test("a success shows a toast and the new data at once, and navigates", async () => {
  await press("Do it");
  await act(async () => answer(done));
  expect(takeToasts()).toEqual([{ tone: "good", text: "Done" }]);
  expect(screen.getByText("new")).toBeDefined();
  expect(screen.getByText("closed")).toBeDefined();
  expect(asked).toHaveBeenCalledOnce();
});

test.each([
  ["a success", () => answer(done), { tone: "good", text: "Done" }],
  ["a failure", () => fail(noAnswer("GET", "/", false)), { tone: "bad" }],
  ["what is wrong with a field", () => fail(wrongField()), { tone: "bad", text: "Too long" }],
  [
    "what the page would have shown",
    () => fail(refusal({ code: "link_ended", message: "Over" })),
    { text: "Over" },
  ],
])("%s is said although the dialog was closed meanwhile", async (_, end, toast) => {
  await press("Do it", "Leave");
  await act(async () => end());
  expect(takeToasts()).toEqual([expect.objectContaining(toast)]);
});

test.each([
  ["at its field", wrongField()],
  ["by the page", refusal({ code: "link_ended", message: "Over" })],
])("what is shown %s is not said too, and the page asks how things stand", async (_, error) => {
  await press("Do it");
  await act(async () => fail(error));
  expect(takeToasts()).toEqual([]);
  expect(asked).toHaveBeenCalledTimes(2);
});

test("a toast for an answer that the page shows appears only after the page was left", async () => {
  await pressIn(<Page isAnswerShown />, "Do it");
  await act(async () => answer(done));
  expect(takeToasts()).toEqual([]);
  cleanup();
  await pressIn(<Page isAnswerShown />, "Do it", "Leave");
  await act(async () => answer(done));
  expect(takeToasts()).toEqual([{ tone: "good", text: "Done" }]);
});

test("without a sent request no query is refetched", async () => {
  await press("Do it");
  await act(async () => fail(noAnswer("POST", "/", true)));
  expect(takeToasts()).toHaveLength(1);
  expect(asked).toHaveBeenCalledOnce();
});

const calls = vi.fn(call);
let answerLate: (given: { data: { data: string } }) => void = () => undefined;
let isLate = false;
const slow = query(["slow"], async () => {
  if (!isLate) return { data: { data: "old" } };
  return new Promise<{ data: { data: string } }>((resolve) => {
    answerLate = resolve;
  });
});
const begun: string[] = [];
const ends: (() => void)[] = [];
const onDone = vi.fn();

function Twice() {
  const { data } = useQuery(thing);
  const change = useChange({ call: calls, answers: thing });
  return (
    <button
      type="button"
      onClick={() => {
        change.mutate();
        change.mutate();
      }}
    >
      {data}
    </button>
  );
}

function Slow() {
  const { data, refetch } = useQuery(slow);
  const change = useChange({ call, answers: slow });
  return (
    <>
      <p>{data}</p>
      <button type="button" onClick={() => void refetch()}>
        Ask
      </button>
      <button type="button" onClick={() => change.mutate()}>
        Do it
      </button>
    </>
  );
}

function Marks() {
  const { data } = useQuery(thing);
  const change = useChange({
    answers: thing,
    call: (mark: string) => {
      begun.push(mark);
      return new Promise<{ data: Answer }>((resolve) => {
        ends.push(() => resolve({ data: { message: mark, data: mark } }));
      });
    },
  });
  return (
    <>
      <p>{data}</p>
      {["arrived", "called"].map((mark) => (
        <button key={mark} type="button" onClick={() => change.mutate(mark)}>
          {mark}
        </button>
      ))}
    </>
  );
}

function Endless() {
  const { data } = useQuery(thing);
  const change = useChange({ call, refreshes: () => new Promise(() => undefined) });
  return (
    <>
      <p>{data}</p>
      <button type="button" onClick={() => change.mutate(undefined, { onSuccess: onDone })}>
        Do it
      </button>
    </>
  );
}

function Row() {
  const { data } = useQuery(thing);
  const change = useChange({ call, answers: thing, isAnswerShown: true });
  return (
    <li>
      <h2>Asha</h2>
      <p>{data}</p>
      {data === "old" && (
        <div>
          <button type="button" onClick={() => change.mutate()}>
            Arrived
          </button>
        </div>
      )}
    </li>
  );
}

test("the same change twice at once is made once, and leaves no message of a refusal", async () => {
  await pressIn(<Twice />, "old");
  await act(async () => answer(done));
  const button = await screen.findByRole("button", { name: "new" });
  expect(calls).toHaveBeenCalledOnce();
  expect(takeToasts()).toEqual([{ tone: "good", text: "Done" }]);
  await userEvent.click(button);
  expect(calls).toHaveBeenCalledTimes(2);
});

test("a running query does not overwrite the result of a change", async () => {
  isLate = false;
  await pressIn(<Slow />);
  isLate = true;
  for (const name of ["Ask", "Do it"]) await userEvent.click(screen.getByRole("button", { name }));
  await act(async () => answer(done));
  await screen.findByText("new");
  await act(async () => answerLate({ data: { data: "old" } }));
  await act(() => new Promise((resolve) => window.setTimeout(resolve, 30)));
  expect(screen.getByText("new")).toBeDefined();
});

test("changes of one thing go out in the order in which they were pressed", async () => {
  await pressIn(<Marks />, "arrived", "called");
  expect(begun).toEqual(["arrived"]);
  await act(async () => ends[0]?.());
  await waitFor(() => expect(begun).toEqual(["arrived", "called"]));
  await act(async () => ends[1]?.());
  await waitFor(() => expect(screen.getAllByText("called").map(({ tagName }) => tagName)).toContain("P"));
});

test("a refetch that does not end holds a success up for three seconds at most", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: queryDefaults })}>
      <Endless />
    </QueryClientProvider>,
  );
  await screen.findByText("old");
  act(() => screen.getByRole("button", { name: "Do it" }).click());
  await act(() => vi.advanceTimersByTimeAsync(10));
  await act(async () => answer(done));
  await act(() => vi.advanceTimersByTimeAsync(3_100));
  expect(onDone).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test("the focus moves to the nearest heading once the pressed button is gone", async () => {
  await pressIn(<Row />, "Arrived");
  await act(async () => answer(done));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Asha"));
});
