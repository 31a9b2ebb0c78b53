import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { m } from "../../../messages";
import { doctorBooking } from "../../../testing/bookings";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { hospital } from "../../../testing/places";
import { exampleDay, exampleEntry } from "../../../testing/today";
import { Page } from "./appointments";

const booking = (_id: string, patient_name: string, time: string) =>
  doctorBooking({ _id, patient_name, time });

let pending: ReturnType<typeof booking>[];
let upcoming: ReturnType<typeof booking>[];
/** The server's answer to a decision. */
let verdict: Promise<Response>;
let isDown: boolean;
let day: ReturnType<typeof exampleDay>;

const lostLine = () => {
  const lost = Promise.reject(new TypeError("no connection"));
  lost.catch(() => undefined);
  return lost;
};

/** A decision's answer that the test resolves later. */
function later(): (response: Response) => void {
  let say: (response: Response) => void = () => undefined;
  verdict = new Promise((resolve) => {
    say = resolve;
  });
  return (response) => say(response);
}

beforeEach(() => {
  signIn("doctor", "token", "d1");
  pending = [booking("b1", "Asha Nair", "09:15"), booking("b2", "Beena", "10:00")];
  upcoming = [];
  isDown = false;
  day = exampleDay({ comers: [] });
  server.mockImplementation(async ({ method, url }) => {
    if (method === "PATCH") return (await verdict).clone();
    if (isDown) return refused(503, "busy", "Busy");
    if (url.includes("/today/")) return answer(day);
    if (url.includes("/sessionmoves/")) return listed([]);
    if (url.includes("/availability")) return answer([{ day: "2024-01-06", date: "Jan 6, 2024", free: 1 }]);
    if (url.includes("/slots")) return answer([{ time: "10:45", startsAt: "2024-01-06T10:45:00+05:30" }]);
    return listed(url.includes("/upcoming/") ? upcoming : pending);
  });
});

async function show() {
  const shown = renderPage(<Page title="Appointments" />);
  await screen.findByRole("table", { name: "New requests" });
  return shown;
}

const names = () => screen.queryAllByRole("rowheader").map(({ textContent }) => textContent);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const inDialog = (name: string) =>
  userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name }));

const faster = () => refused(409, "not_changeable", "Somebody was faster.");
const reason = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Reason/ });

test("an approved request moves to the visits before the server has answered", async () => {
  const say = later();
  await show();
  await press(/^Approve: Asha Nair/);
  await inDialog("Approve");
  await waitFor(() => expect(names()).toEqual(["Beena"]));
  expect(screen.getByRole("button", { name: /^Cancel: Asha Nair/ })).toBeDefined();
  expect(takeToasts()).toEqual([]);

  pending = pending.slice(1);
  upcoming = [booking("b1", "Asha Nair", "09:15")];
  say(answer(upcoming[0], "The visit is approved."));
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "The visit is approved." }]));
  expect(names()).toEqual(["Beena"]);
  expect(screen.getAllByRole("button", { name: /^Cancel: Asha Nair/ })).toHaveLength(1);
});

test("when the other tab was faster, its message and the truth are shown", async () => {
  verdict = Promise.resolve(faster());
  await show();
  await press(/^Approve: Asha Nair/);
  pending = pending.slice(1);
  await inDialog("Approve");
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Somebody was faster." }]));
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Cancel: Asha Nair/ })).toBeNull());
  expect(names()).toEqual(["Beena"]);
});

test("a decision sends the shown day and time, and a moved request is shown again", async () => {
  const moved = refused(409, "not_changeable", "The patient has moved this request.");
  verdict = Promise.resolve(moved);
  await show();
  const shown = pending[1];
  await press(/^Reject: Beena/);
  await userEvent.type(reason(), "I am on leave.");
  pending = pending.map((row) => (row === shown ? { ...row, time: "11:00" } : row));
  await inDialog("Reject");
  await waitFor(() =>
    expect(takeToasts()).toEqual([{ tone: "bad", text: "The patient has moved this request." }]),
  );
  const decision = server.mock.calls.map(([request]) => request).find(({ method }) => method === "PATCH");
  expect(await decision?.clone().json()).toEqual({
    reason: "I am on leave.",
    date: shown?.date,
    time: "10:00",
  });
  expect(await screen.findByText("11:00 am")).toBeDefined();
  expect(screen.queryByRole("dialog")).toBeNull();
  await press(/^Reject: Beena/);
  expect(reason().value).toBe("I am on leave.");
});

test("a reason that did not reach the server is not lost", async () => {
  verdict = lostLine();
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
  verdict = Promise.resolve(answer(upcoming[0], "The visit is cancelled."));
  await show();
  await userEvent.click(await screen.findByRole("button", { name: /^Cancel: Chacko/ }));
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "  ");
  await inDialog("Cancel the booking");
  expect(screen.getByRole("dialog").textContent).toContain("Please fill in: Reason.");
  expect(server.mock.calls.some(([request]) => request.method === "PATCH")).toBe(false);

  upcoming = [];
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "I am ill.");
  await inDialog("Cancel the booking");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(takeToasts()).toEqual([{ tone: "good", text: "The visit is cancelled." }]);
  expect(screen.getByText("No approved visits coming up")).toBeDefined();
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
  renderPage(<Page title="Appointments" />);
  expect(await screen.findByRole("heading", { name: "No New Appointments" })).toBeDefined();
});

test("a failed refresh takes neither the lists nor the reason that is being typed", async () => {
  upcoming = [booking("b3", "Chacko", "11:00")];
  const { queries } = await show();
  for (const button of [/^Reject: Beena/, /^Cancel: Chacko/]) {
    isDown = false;
    await press(button);
    await userEvent.type(reason(), "I am on");
    isDown = true;
    await act(() => queries.invalidateQueries());
    expect(screen.getAllByText(m.list_refresh_failed()).length).toBe(2);
    await userEvent.type(reason(), " leave.");
    expect(reason().value).toBe("I am on leave.");
    await userEvent.keyboard("{Escape}");
  }
  expect(names()).toEqual(["Asha Nair", "Beena"]);
});

test("the reason of a failed rejection does not replace the next one, and is kept for its own request", async () => {
  const say = later();
  await show();
  await press(/^Reject: Asha Nair/);
  await userEvent.type(reason(), "I am on leave.");
  await inDialog("Reject");
  await press(/^Reject: Beena/);
  await userEvent.type(reason(), "Please go to Dr. Anil.");
  say(refused(503, "busy", "Busy"));
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Busy" }]));
  expect(reason().value).toBe("Please go to Dr. Anil.");
  await inDialog("Not now");
  await press(/^Reject: Asha Nair/);
  expect(reason().value).toBe("I am on leave.");
});

test.each([
  ["a yes", () => answer(null, "The visit is cancelled."), { tone: "good", text: "The visit is cancelled." }],
  ["a no", faster, { tone: "bad", text: "Somebody was faster." }],
  [
    "a no to a field",
    () => refused(422, "invalid", "Too long.", [{ field: "reason", message: "Too long." }]),
    { tone: "bad", text: "Too long." },
  ],
])("the dialog that was closed while it waited: %s is said", async (_, outcome, toast) => {
  upcoming = [booking("b3", "Chacko", "11:00")];
  const say = later();
  await show();
  await userEvent.click(await screen.findByRole("button", { name: /^Cancel: Chacko/ }));
  await userEvent.type(reason(), "I am ill.");
  await inDialog("Cancel the booking");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  say(outcome());
  await waitFor(() => expect(takeToasts()).toEqual([toast]));
});

test("where visits are at several places, each says where", async () => {
  await (await show()).unmount();
  expect(screen.queryByText("Own clinic")).toBeNull();
  pending = [doctorBooking({ place: hospital }), doctorBooking({ _id: "b2", time: "17:00" })];
  await show();
  expect(screen.getByText("Malabar Hospital")).toBeDefined();
  expect(screen.getByText("Own clinic")).toBeDefined();
});

const decisions = () =>
  server.mock.calls.map(([request]) => request).filter(({ method }) => method === "PATCH");

test("the soonest request is first, whatever the server's order", async () => {
  pending = [booking("b2", "Beena", "10:00"), booking("b1", "Asha Nair", "09:15")];
  await show();
  expect(names()).toEqual(["Asha Nair", "Beena"]);
});

test("several requests are ticked and approved at once, and each names what was shown", async () => {
  verdict = Promise.resolve(answer(pending[0], "The visit is approved."));
  await show();
  expect(screen.queryByRole("button", { name: /^Approve 2/ })).toBeNull();
  await userEvent.click(screen.getByRole("checkbox", { name: /^Select: Asha Nair/ }));
  await userEvent.click(screen.getByRole("checkbox", { name: /^Select: Beena/ }));
  pending = [];
  await press("Approve 2 requests");
  await waitFor(() => expect(decisions()).toHaveLength(2));
  expect(await Promise.all(decisions().map((request) => request.clone().json()))).toEqual([
    { date: "Jan 5, 2024", time: "09:15" },
    { date: "Jan 5, 2024", time: "10:00" },
  ]);
  expect(await screen.findByRole("heading", { name: "No New Appointments" })).toBeDefined();
});

test("a ready reason fills the field, and another time is offered with the rejection", async () => {
  verdict = Promise.resolve(answer(pending[1], "The request is rejected."));
  await show();
  await press(/^Reject: Beena/);
  await inDialog("I am not available at this time.");
  expect(reason().value).toBe("I am not available at this time.");
  const dialog = within(screen.getByRole("dialog"));
  await userEvent.selectOptions(
    await dialog.findByRole("combobox", { name: "Offer another day" }),
    "2024-01-06",
  );
  await userEvent.selectOptions(await dialog.findByRole("combobox", { name: "Time" }), "10:45");
  await inDialog("Reject");
  await waitFor(() => expect(decisions()).toHaveLength(1));
  expect(await decisions()[0]?.clone().json()).toMatchObject({
    reason: "I am not available at this time.",
    offerDate: "2024-01-06",
    offerTime: "10:45",
  });
});

test("the link of a mail opens its request", async () => {
  renderPage(<Page title="Appointments" />, { at: "/doctor/appointments?request=b2" });
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Beena")).toBeDefined();
  expect(dialog.getByRole("button", { name: "Approve" })).toBeDefined();
  expect(dialog.getByRole("button", { name: "Reject" })).toBeDefined();
});

test("waiting walk-ins are in the list of the day", async () => {
  day = exampleDay({
    comers: [
      exampleEntry({
        _id: "w1",
        token: "W1",
        patient_name: "Binu",
        walkIn: true,
        time: null,
        attendance: "arrived",
      }),
      exampleEntry({
        _id: "w2",
        token: "W2",
        patient_name: "Seen Already",
        walkIn: true,
        time: null,
        attendance: "done",
      }),
    ],
  });
  await show();
  expect(await screen.findByText("Binu")).toBeDefined();
  expect(screen.getByText("W1")).toBeDefined();
  expect(screen.queryByText("Seen Already")).toBeNull();
});
