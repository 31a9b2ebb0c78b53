import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { Page } from "./doctor-appointments";

const fetch = vi.hoisted(() => {
  const standIn = vi.fn<(input: Request) => Promise<Response>>();
  globalThis.fetch = standIn as typeof globalThis.fetch;
  return standIn;
});

function booking(id: string, name: string, time: string) {
  return {
    _id: id,
    patient_name: name,
    contact_number: "9846012345",
    date: "Jan 5, 2024",
    time,
    startsAt: `2024-01-05T${time}:00+05:30`,
    status: "Pending",
    bookingTime_Date: "2024-01-01T00:00:00Z",
    fee: 300,
    reason: null,
    overlaps: false,
  };
}

let pending: ReturnType<typeof booking>[];
let upcoming: ReturnType<typeof booking>[];
/** What the server says to a decision, when it does. */
let answer: Promise<Response>;

async function server(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method === "PATCH") return (await answer).clone();
  const data = pathname.includes("/upcoming/") ? upcoming : pending;
  return Response.json({ message: "", data, total: data.length, next: null });
}

beforeEach(() => {
  signIn("doctor", "token", "d1");
  pending = [booking("b1", "Asha Nair", "09:15"), booking("b2", "Beena", "10:00")];
  upcoming = [];
  fetch.mockImplementation(server);
});

afterEach(() => {
  fetch.mockReset();
  takeToasts();
});

async function show(): Promise<void> {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Page title="Appointments" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole("table", { name: "New requests" });
}

const names = () => screen.queryAllByRole("rowheader").map(({ textContent }) => textContent);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const inDialog = (name: string) =>
  userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name }));

const faster = () =>
  Response.json({ code: "not_changeable", message: "Somebody was faster." }, { status: 409 });

test("an approved request moves to the visits before the server has answered", async () => {
  let say: (response: Response) => void = () => undefined;
  answer = new Promise((resolve) => {
    say = resolve;
  });
  await show();
  await press(/^Approve: Asha Nair/);
  await inDialog("Approve");
  await waitFor(() => expect(names()).toEqual(["Beena"]));
  expect(screen.getByRole("button", { name: /^Cancel: Asha Nair/ })).toBeDefined();
  expect(takeToasts()).toEqual([]);

  pending = pending.slice(1);
  upcoming = [booking("b1", "Asha Nair", "09:15")];
  say(Response.json({ message: "The visit is approved.", data: upcoming[0] }));
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "The visit is approved." }]));
  expect(names()).toEqual(["Beena"]);
  expect(screen.getAllByRole("button", { name: /^Cancel: Asha Nair/ })).toHaveLength(1);
});

test("when the other tab was faster, its message and the truth are shown", async () => {
  answer = Promise.resolve(faster());
  await show();
  await press(/^Approve: Asha Nair/);
  pending = pending.slice(1);
  await inDialog("Approve");
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Somebody was faster." }]));
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Cancel: Asha Nair/ })).toBeNull());
  expect(names()).toEqual(["Beena"]);
});

test("a reason that did not reach the server is not lost", async () => {
  answer = Promise.reject(new TypeError("no connection"));
  answer.catch(() => undefined);
  await show();
  await press(/^Reject: Beena/);
  await userEvent.type(screen.getByRole("textbox", { name: /^Reason/ }), "I am on leave.");
  await inDialog("Reject");
  const again = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: /^Reason/ });
  await waitFor(() => expect(again.value).toBe("I am on leave."));
  await inDialog("Not now");
  expect(names()).toEqual(["Asha Nair", "Beena"]);
});

test("a visit is cancelled only with a reason", async () => {
  upcoming = [booking("b3", "Chacko", "11:00")];
  answer = Promise.resolve(Response.json({ message: "The visit is cancelled.", data: upcoming[0] }));
  await show();
  await userEvent.click(await screen.findByRole("button", { name: /^Cancel: Chacko/ }));
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "  ");
  await inDialog("Cancel the visit");
  expect(screen.getByRole("dialog").textContent).toContain("Please fill in: Reason.");
  expect(fetch.mock.calls.some(([request]) => request.method === "PATCH")).toBe(false);

  upcoming = [];
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "I am ill.");
  await inDialog("Cancel the visit");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(takeToasts()).toEqual([{ tone: "good", text: "The visit is cancelled." }]);
  expect(screen.getByText("No approved visits ahead")).toBeDefined();
});

test("visits that meet are marked, on both lists, and no others", async () => {
  pending = [{ ...booking("b1", "Asha Nair", "09:10"), overlaps: true }, booking("b2", "Beena", "10:00")];
  upcoming = [{ ...booking("b3", "Chacko", "09:15"), overlaps: true }, booking("b4", "Devaki", "11:00")];
  await show();
  const rows = screen
    .getAllByRole("row")
    .slice(1)
    .map(({ textContent }) => textContent ?? "");
  expect(rows.map((text) => text.includes("Overlaps another visit"))).toEqual([true, false]);
  const visits = screen.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
  expect(visits.map((text) => text.includes("Overlaps another visit"))).toEqual([true, false]);
});

test("the search narrows both lists, and says so when it finds nothing", async () => {
  upcoming = [booking("b3", "Chacko", "11:00")];
  await show();
  const field = screen.getByRole("searchbox");
  await userEvent.type(field, "beena{Enter}");
  await waitFor(() => expect(names()).toEqual(["Beena"]));
  expect(screen.getByText("Nothing found")).toBeDefined();
  await userEvent.click(screen.getAllByRole("button", { name: "Clear filters" })[0] ?? field);
  await waitFor(() => expect(names()).toEqual(["Asha Nair", "Beena"]));
});

test("without requests it says so", async () => {
  pending = [];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Page title="Appointments" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByRole("heading", { name: "No New Appointments" })).toBeDefined();
});
