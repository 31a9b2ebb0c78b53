import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { takeToasts } from "../lib/toasts";
import { callDefaults } from "./call-defaults";
import { useChange } from "./change";
import { noAnswer, refusal } from "./problem";
import { question } from "./question";

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

const thing = question(["thing"], async () => {
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
    <QueryClientProvider client={new QueryClient({ defaultOptions: callDefaults })}>
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

test("a success is said, shown at once, and leads on", async () => {
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

test("an answer that the page shows is said only to whoever has left", async () => {
  await pressIn(<Page isAnswerShown />, "Do it");
  await act(async () => answer(done));
  expect(takeToasts()).toEqual([]);
  cleanup();
  await pressIn(<Page isAnswerShown />, "Do it", "Leave");
  await act(async () => answer(done));
  expect(takeToasts()).toEqual([{ tone: "good", text: "Done" }]);
});

test("where nothing was sent nothing is asked for anew", async () => {
  await press("Do it");
  await act(async () => fail(noAnswer("POST", "/", true)));
  expect(takeToasts()).toHaveLength(1);
  expect(asked).toHaveBeenCalledOnce();
});
