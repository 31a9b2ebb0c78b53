import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
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

function Dialog({ onClose }: { onClose: () => void }) {
  const change = useChange({ call, answers: thing, shownOnPage: ["link_ended"] });
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

function Page() {
  const [isOpen, setOpen] = useState(true);
  const { data } = useQuery(thing);
  return (
    <>
      <p>{data}</p>
      {isOpen ? <Dialog onClose={() => setOpen(false)} /> : <p>closed</p>}
    </>
  );
}

async function press(...names: string[]) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: callDefaults })}>
      <Page />
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

test("where nothing was sent nothing is asked for anew", async () => {
  await press("Do it");
  await act(async () => fail(noAnswer("POST", "/", true)));
  expect(takeToasts()).toHaveLength(1);
  expect(asked).toHaveBeenCalledOnce();
});
