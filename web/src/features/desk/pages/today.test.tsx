import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { dateLabel, timeLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { doctorBooking } from "../../../testing/bookings";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { hospital } from "../../../testing/places";
import { exampleDay, exampleEntry } from "../../../testing/today";
import type { DoctorBooking, Today } from "../../appointments/api";
import { Page } from "./today";

let day: Today;
let requests: DoctorBooking[];
let sent: { method: string; path: string; body: unknown }[];
let answers: Response[];

beforeEach(() => {
  signIn("doctor", "token", "d1");
  day = exampleDay();
  requests = [];
  sent = [];
  answers = [];
  server.mockImplementation(async (request) => {
    const path = new URL(request.url).pathname;
    if (request.method === "GET" && path.includes("/appointments/")) return listed(requests);
    if (path.includes("/sessionmoves/")) return listed([]);
    if (request.method === "GET") return answer(day);
    sent.push({ method: request.method, path, body: await request.json().catch(() => undefined) });
    return answers.shift() ?? Response.error();
  });
});

afterEach(() => vi.useRealTimers());

const show = () => renderPage(<Page title="Today" />);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const dialog = () => within(screen.getByRole("dialog"));
const marks = "/user/api/doctor/today/d1/attendance";
const namesIn = (list: string) =>
  within(screen.getByRole("list", { name: list }))
    .getAllByRole("heading")
    .map((one) => one.textContent);
const headingOf = (date: string) => m.queue_title({ title: "Today", date: dateLabel(date) });
const inBar = () => within(screen.getByRole("region", { name: "Now" }));

test("the day is grouped by presence under the date, and the bar says who is in and who is next", async () => {
  day.comers = [
    exampleEntry({ _id: "b2", token: "2", patient_name: "Chacko", attendance: "called" }),
    exampleEntry({
      _id: "w1",
      token: "W1",
      patient_name: "Binu",
      walkIn: true,
      time: null,
      attendance: "arrived",
    }),
    exampleEntry(),
    exampleEntry({ _id: "b4", token: "4", patient_name: "Devaki", attendance: "done" }),
  ];
  show();
  expect(await screen.findByRole("heading", { level: 1, name: headingOf("2024-01-05") })).toBeDefined();
  expect(namesIn("With the doctor")).toEqual(["Chacko"]);
  expect(namesIn("In the clinic")).toEqual(["Binu"]);
  expect(namesIn("Expected")).toEqual(["Asha Nair"]);
  expect(namesIn("Finished")).toEqual(["Devaki"]);
  expect(
    inBar()
      .getAllByRole("definition")
      .map(({ textContent }) => textContent),
  ).toEqual(["2 Chacko", "W1 Binu"]);
});

test("the door code stands on top with the place's poster, and who took a token at the door is told apart", async () => {
  day.comers = [exampleEntry({ token: "W1", walkIn: true, atDoor: true, time: null, attendance: "arrived" })];
  show();
  const door = within(await screen.findByRole("region", { name: "Door code" }));
  expect(door.getByText("0482")).toBeDefined();
  expect(door.getByRole("link", { name: "Poster for the door" }).getAttribute("href")).toBe(
    "/door/d1/poster",
  );
  expect(screen.getByText("Walk-in, token taken at the door")).toBeDefined();
});

test("call next calls who is in the clinic, says it, and its undo brings back who was with the doctor", async () => {
  const [inside, next] = [
    exampleEntry({ _id: "b2", token: "2", patient_name: "Chacko", attendance: "called" }),
    exampleEntry({ attendance: "arrived" }),
  ];
  day.comers = [inside, next];
  show();
  answers = [
    answer({
      ...day,
      comers: [
        { ...next, attendance: "called" },
        { ...inside, attendance: "done" },
      ],
    }),
    answer(day),
  ];
  await press("Call next");
  expect(await screen.findByText("Asha Nair: With the doctor")).toBeDefined();
  await userEvent.click(inBar().getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    { method: "PATCH", path: `${marks}/b1`, body: { attendance: "called", was: "arrived" } },
    { method: "PATCH", path: `${marks}/b1`, body: { attendance: "arrived", was: "called", recall: "b2" } },
  ]);
  expect(takeToasts()).toEqual([]);
});

test("a marked row stays in its place, and the second click of a double click is ignored", async () => {
  day.comers = [exampleEntry(), exampleEntry({ _id: "b2", token: "4", patient_name: "Binu" })];
  show();
  const [arrived] = await screen.findAllByRole("button", { name: "Arrived" });
  const marked = { ...day, comers: [exampleEntry({ attendance: "arrived" }), day.comers[1]] };
  answers = [answer(marked), answer(marked)];
  await userEvent.dblClick(arrived ?? document.body);
  expect(await screen.findByText("Asha Nair: In the clinic")).toBeDefined();
  expect(sent).toEqual([
    { method: "PATCH", path: `${marks}/b1`, body: { attendance: "arrived", was: "none" } },
  ]);
  expect(namesIn("Expected")).toEqual(["Asha Nair", "Binu"]);
});

test("who did not come is marked in the menu, and only after the time", async () => {
  show();
  await press("More for Asha Nair");
  expect(await screen.findByRole("menuitem", { name: "Call in" })).toBeDefined();
  expect(screen.queryByRole("menuitem", { name: "Did not come" })).toBeNull();
  await userEvent.keyboard("{Escape}");
  cleanup();
  day = exampleDay({ now: "2024-01-05T10:30:00+05:30" });
  show();
  await press("More for Asha Nair");
  answers = [answer({ ...day, comers: [exampleEntry({ attendance: "absent" })] })];
  await userEvent.click(await screen.findByRole("menuitem", { name: "Did not come" }));
  expect(await screen.findByText("Asha Nair: Did not come")).toBeDefined();
});

test("requests for today are on top and are approved with one press", async () => {
  requests = [
    doctorBooking({ _id: "r2", patient_name: "Later", startsAt: "2024-01-06T09:15:00+05:30" }),
    doctorBooking({ _id: "r1", patient_name: "Beena" }),
  ];
  show();
  const list = await screen.findByRole("list", { name: "Requests for today" });
  expect(
    within(list)
      .getAllByRole("heading")
      .map(({ textContent }) => textContent),
  ).toEqual(["Beena"]);
  answers = [answer(requests[1], "The visit is approved.")];
  await userEvent.click(within(list).getByRole("button", { name: "Approve" }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        method: "PATCH",
        path: "/user/api/doctor/appointment/approve/r1",
        body: { date: "Jan 5, 2024", time: "09:15" },
      },
    ]),
  );
});

const lost = m.queue_connection_lost({ time: timeLabel("10:00") });
const fakeClock = () =>
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setInterval", "clearInterval", "Date"] });

test("a page without updates shows the age of its data", async () => {
  fakeClock();
  show();
  await screen.findByRole("heading", { level: 1, name: headingOf("2024-01-05") });
  expect(screen.queryByText(lost)).toBeNull();
  server.mockImplementation(() => new Promise(() => undefined));
  await act(() => vi.advanceTimersByTimeAsync(3 * 60_000));
  expect(screen.getByText(lost)).toBeDefined();
});

test("at midnight the next day comes by itself, by the server's clock", async () => {
  fakeClock();
  day = exampleDay({ now: "2024-01-05T23:59:40+05:30" });
  show();
  await screen.findByRole("heading", { level: 1, name: headingOf("2024-01-05") });
  day = exampleDay({ now: "2024-01-06T00:00:05+05:30", comers: [] });
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(await screen.findByRole("heading", { level: 1, name: headingOf("2024-01-06") })).toBeDefined();
});

test("a wrong tap is taken back, one step", async () => {
  day.comers = [exampleEntry({ attendance: "absent" })];
  show();
  expect(await screen.findByText("Did not come", { selector: "li span" })).toBeDefined();
  answers = [answer({ ...day, comers: [exampleEntry()] })];
  await press("Undo");
  expect(await screen.findByRole("button", { name: "Arrived" })).toBeDefined();
  expect(sent[0]?.body).toEqual({ attendance: null, was: "absent" });
});

test("a walk-in is removed after a question", async () => {
  day.comers = [
    exampleEntry({
      _id: "w1",
      token: "W1",
      patient_name: "Binu",
      walkIn: true,
      time: null,
      attendance: "arrived",
    }),
  ];
  show();
  await press("More for Binu");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Remove" }));
  expect(screen.getByRole("dialog", { name: "Remove Binu, token W1?" })).toBeDefined();
  answers = [answer({ ...day, comers: [] }, "The walk-in is removed.")];
  await userEvent.click(dialog().getByRole("button", { name: "Remove" }));
  expect(await screen.findByText(m.queue_none_title())).toBeDefined();
  expect(sent).toEqual([{ method: "DELETE", path: "/user/api/doctor/today/d1/walkins/w1", body: undefined }]);
});

test("a walk-in gets a free time or waits, and server errors are shown at their fields", async () => {
  show();
  await press("Add a walk-in");
  await userEvent.type(dialog().getByRole("textbox", { name: /Patient Name/ }), "Binu");
  await userEvent.type(dialog().getByRole("textbox", { name: /Phone Number/ }), "98");
  await userEvent.selectOptions(dialog().getByRole("combobox", { name: "Time" }), "11:00");
  const message = "Please enter an Indian mobile number of ten digits.";
  answers = [
    refused(422, "invalid_fields", message, [{ field: "phoneNumber", message }]),
    answer({
      ...day,
      comers: [exampleEntry({ token: "W1", patient_name: "Binu" })],
      added: exampleEntry({ token: "W1", patient_name: "Binu" }),
    }),
  ];
  await userEvent.click(dialog().getByRole("button", { name: "Give a token" }));
  expect(await dialog().findByRole("link", { name: message })).toBeDefined();
  await userEvent.type(dialog().getByRole("textbox", { name: /Phone Number/ }), "76543210");
  await userEvent.click(dialog().getByRole("button", { name: "Give a token" }));
  const given = within(await screen.findByRole("dialog", { name: "Token for Binu" }));
  expect(given.getByRole("status").textContent).toContain("W1");
  await userEvent.click(given.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(await screen.findByRole("heading", { name: "Binu" })).toBeDefined();
  expect(sent[1]?.body).toEqual({ name: "Binu", phoneNumber: "9876543210", time: "11:00" });
});

test("a walk-in between two sessions waits for the next one, or for the one before it while that goes on", async () => {
  day.sessions = [
    { from: "09:00", to: "12:00", place: hospital, mode: "clinic", open: true },
    { from: "17:00", to: "19:00", place: null, mode: "clinic", open: true },
  ];
  day.current = 1;
  show();
  await press("Add a walk-in");
  await userEvent.type(dialog().getByRole("textbox", { name: /Patient Name/ }), "Binu");
  const session = dialog().getByRole<HTMLSelectElement>("combobox", { name: "Session" });
  expect(session.selectedOptions[0]?.textContent).toBe("5:00 pm to 7:00 pm · Own clinic");
  await userEvent.selectOptions(session, "9:00 am to 12:00 pm · Malabar Hospital");
  answers = [answer(day, "The patient has a token.")];
  await userEvent.click(dialog().getByRole("button", { name: "Give a token" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ name: "Binu", phoneNumber: "", time: "", session: "09:00" });
});

test("a walk-in who gets a time, or for whom one session is left, chooses no session", async () => {
  day.sessions = [
    { from: "09:00", to: "12:00", place: hospital, mode: "clinic", open: false },
    { from: "17:00", to: "19:00", place: null, mode: "clinic", open: true },
  ];
  day.current = 1;
  show();
  await press("Add a walk-in");
  expect(dialog().queryByRole("combobox", { name: "Session" })).toBeNull();
});

test("a delay is announced by a press, not by selecting it", async () => {
  show();
  const tell = await screen.findByRole("button", { name: "Tell everyone" });
  expect(tell).toHaveProperty("disabled", true);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "How late?" }), "20");
  expect(sent).toEqual([]);
  answers = [answer({ ...day, late: 20 }, "Everybody who waits is told.")];
  await press("Tell everyone");
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "Everybody who waits is told." }]));
  expect(sent[0]).toMatchObject({ method: "PUT", body: { minutes: "20" } });
});

const connected = { _id: "s1", number: 1, since: "2024-01-04T09:15:00+05:30" };
const screens = "/user/api/doctor/today/d1/screens";

test("a screen is paired by its code, and a wrong code is shown at its field", async () => {
  const wrong = "No screen shows this code.";
  show();
  const field = await screen.findByRole("textbox", { name: "Code on the screen" });
  await userEvent.type(field, "482 913");
  answers = [
    refused(422, "invalid_fields", wrong, [{ field: "code", message: wrong }]),
    answer({ ...day, screens: [connected] }, "The screen now shows the tokens."),
  ];
  await press("Connect");
  expect(await screen.findAllByText(wrong)).not.toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, "482914");
  await press("Connect");
  const list = await screen.findByRole("list", { name: "Connected screens" });
  expect(within(list).getByRole("listitem").textContent).toContain("Screen 1");
  expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    ["POST", screens, { code: "482 913" }],
    ["POST", screens, { code: "482914" }],
  ]);
  expect(field).toHaveProperty("value", "");
});

test("a phone that scanned the screen has its code filled in", async () => {
  renderPage(<Page title="Today" />, { at: "/doctor/today#screen-482913" });
  const field = await screen.findByRole("textbox", { name: "Code on the screen" });
  expect(field).toHaveProperty("value", "482913");
  expect(document.activeElement).toBe(field);
});

test("a screen is removed after a question, and the others stay", async () => {
  const second = { ...connected, _id: "s2", number: 2 };
  day.screens = [connected, second];
  show();
  const list = await screen.findByRole("list", { name: "Connected screens" });
  const [first] = within(list).getAllByRole("button", { name: "Remove" });
  if (first) await userEvent.click(first);
  expect(sent).toEqual([]);
  answers = [answer({ ...day, screens: [second] }, "The screen is removed.")];
  await userEvent.click(dialog().getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(1));
  expect(sent).toMatchObject([{ method: "DELETE", path: `${screens}/s1` }]);
});

test("each session has its own list, with its hours and its place", async () => {
  day.sessions = [
    { from: "09:00", to: "12:00", place: hospital, mode: "clinic", open: true },
    { from: "17:00", to: "19:00", place: null, mode: "clinic", open: true },
  ];
  day.comers = [
    exampleEntry({ token: "1" }),
    exampleEntry({ _id: "b2", token: "1", patient_name: "Binu", session: 1 }),
  ];
  show();
  const morning = await screen.findByRole("list", {
    name: "Expected, 9:00 am to 12:00 pm · Malabar Hospital",
  });
  expect(within(morning).getByRole("heading", { level: 4 }).textContent).toBe("Asha Nair");
  const evening = screen.getByRole("list", { name: "Expected, 5:00 pm to 7:00 pm · Own clinic" });
  expect(within(evening).getByRole("heading").textContent).toBe("Binu");
});

test("where the day has several sessions, who says to be late reads which one is meant", async () => {
  day.sessions = [
    { from: "09:00", to: "12:00", place: hospital, mode: "clinic", open: true },
    { from: "17:00", to: "19:00", place: null, mode: "clinic", open: true },
  ];
  day.current = 1;
  show();
  expect(await screen.findByText("5:00 pm to 7:00 pm · Own clinic", { selector: "p" })).toBeDefined();
  expect(screen.queryByText("9:00 am to 12:00 pm · Malabar Hospital", { selector: "p" })).toBeNull();
});
