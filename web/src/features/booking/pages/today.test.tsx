import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { hospital } from "../../../testing/places";
import { exampleComer, exampleDay } from "../../../testing/today";
import type { Today } from "../api/today";
import { Page } from "./today";

let day: Today;
let sent: { method: string; path: string; body: unknown }[];
let answers: Response[];

beforeEach(() => {
  signIn("doctor", "token", "d1");
  day = exampleDay();
  sent = [];
  answers = [];
  server.mockImplementation(async (request) => {
    const path = new URL(request.url).pathname;
    if (path.endsWith("/noshows/d1")) return answer([{ weekday: "Monday", hour: 10, visits: 4, absent: 1 }]);
    if (request.method === "GET") return answer(day);
    sent.push({ method: request.method, path, body: await request.json().catch(() => undefined) });
    return answers.shift() ?? Response.error();
  });
});

const show = () => renderPage(<Page title="Today" />);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const dialog = () => within(screen.getByRole("dialog"));

test("who comes stands in order, and is marked with one press", async () => {
  day.comers = [
    exampleComer(),
    exampleComer({ _id: "w1", token: "W1", patient_name: "Binu", walkIn: true, time: null }),
  ];
  show();
  const list = await screen.findByRole("list", { name: "Today" });
  expect(
    within(list)
      .getAllByRole("heading")
      .map((one) => one.textContent),
  ).toEqual(["Asha Nair", "Binu"]);
  answers = [answer({ ...day, comers: [exampleComer({ attendance: "called" })] }, "It is noted.")];
  const [first] = within(list).getAllByRole("button", { name: "Call in" });
  await userEvent.click(first ?? list);
  expect(await screen.findByText("With the doctor")).toBeDefined();
  expect(sent).toEqual([
    { method: "PATCH", path: "/user/api/doctor/today/d1/attendance/b1", body: { attendance: "called" } },
  ]);
  expect(screen.getByRole("button", { name: "Done" })).toBeDefined();
  expect(takeToasts()).toEqual([]);
});

test("a wrong tap is taken back", async () => {
  day.comers = [exampleComer({ attendance: "absent" })];
  show();
  expect(await screen.findByText("Did not come", { selector: "span" })).toBeDefined();
  answers = [answer({ ...day, comers: [exampleComer()] })];
  await press("Undo");
  expect(await screen.findByRole("button", { name: "Arrived" })).toBeDefined();
  expect(sent[0]?.body).toEqual({ attendance: null });
});

test("a walk-in gets a free time or waits, and what the server refuses stands at its field", async () => {
  show();
  await press("Add a walk-in");
  await userEvent.type(dialog().getByRole("textbox", { name: /Patient Name/ }), "Binu");
  await userEvent.type(dialog().getByRole("textbox", { name: /Phone Number/ }), "98");
  await userEvent.selectOptions(dialog().getByRole("combobox", { name: "Time" }), "11:00");
  const message = "Please enter an Indian mobile number of ten digits.";
  answers = [
    refused(422, "invalid_fields", message, [{ field: "phoneNumber", message }]),
    answer(
      { ...day, comers: [exampleComer({ token: "W1", patient_name: "Binu" })] },
      "The patient has a token.",
    ),
  ];
  await userEvent.click(dialog().getByRole("button", { name: "Give a token" }));
  expect(await dialog().findByRole("link", { name: message })).toBeDefined();
  await userEvent.type(dialog().getByRole("textbox", { name: /Phone Number/ }), "76543210");
  await userEvent.click(dialog().getByRole("button", { name: "Give a token" }));
  expect(await screen.findByRole("heading", { name: "Binu" })).toBeDefined();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent[1]?.body).toEqual({ name: "Binu", phoneNumber: "9876543210", time: "11:00" });
});

test("a walk-in between two sessions waits for the next one, or for the one before it while that goes on", async () => {
  day.sessions = [
    { from: "09:00", to: "12:00", place: hospital, open: true },
    { from: "17:00", to: "19:00", place: null, open: true },
  ];
  day.current = 1;
  show();
  await press("Add a walk-in");
  await userEvent.type(dialog().getByRole("textbox", { name: /Patient Name/ }), "Binu");
  await userEvent.type(dialog().getByRole("textbox", { name: /Phone Number/ }), "9876543210");
  const session = dialog().getByRole<HTMLSelectElement>("combobox", { name: "Session" });
  expect(session.selectedOptions[0]?.textContent).toBe("5:00 pm to 7:00 pm · Own clinic");
  await userEvent.selectOptions(session, "9:00 am to 12:00 pm · Malabar Hospital");
  answers = [answer(day, "The patient has a token.")];
  await userEvent.click(dialog().getByRole("button", { name: "Give a token" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ name: "Binu", phoneNumber: "9876543210", time: "", session: "09:00" });
});

test("a walk-in who gets a time, or for whom one session is left, chooses no session", async () => {
  day.sessions = [
    { from: "09:00", to: "12:00", place: hospital, open: false },
    { from: "17:00", to: "19:00", place: null, open: true },
  ];
  day.current = 1;
  show();
  await press("Add a walk-in");
  expect(dialog().queryByRole("combobox", { name: "Session" })).toBeNull();
});

test("that the doctor is late is told by a press, not by choosing", async () => {
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

test("the screen's link is shown once it was made", async () => {
  show();
  const address = "https://care.example/screen#secret";
  answers = [answer({ address }, "The screen has a new link.")];
  await press("Create a link");
  expect(await screen.findByText(address)).toBeDefined();
  expect(screen.getByRole("link", { name: /Open the screen/ }).getAttribute("href")).toBe(address);
});

test("when nobody came is counted by weekday and hour", async () => {
  show();
  const table = await screen.findByRole("table", { name: "Missed visits" });
  expect(
    within(table)
      .getAllByRole("row")
      .map((row) => row.textContent),
  ).toContain("Monday, 10:00 am1 of 4");
});

test("each session has its own list, with its hours and its place", async () => {
  day.sessions = [
    { from: "09:00", to: "12:00", place: hospital, open: true },
    { from: "17:00", to: "19:00", place: null, open: true },
  ];
  day.comers = [
    exampleComer({ token: "1" }),
    exampleComer({ _id: "b2", token: "1", patient_name: "Binu", session: 1 }),
  ];
  show();
  const morning = await screen.findByRole("list", { name: "9:00 am to 12:00 pm · Malabar Hospital" });
  expect(within(morning).getByRole("heading", { level: 3 }).textContent).toBe("Asha Nair");
  const evening = screen.getByRole("list", { name: "5:00 pm to 7:00 pm · Own clinic" });
  expect(within(evening).getByRole("heading").textContent).toBe("Binu");
});

test("where the day has several sessions, who says to be late reads which one is meant", async () => {
  day.sessions = [
    { from: "09:00", to: "12:00", place: hospital, open: true },
    { from: "17:00", to: "19:00", place: null, open: true },
  ];
  day.current = 1;
  show();
  expect(await screen.findByText("5:00 pm to 7:00 pm · Own clinic", { selector: "p" })).toBeDefined();
  expect(screen.queryByText("9:00 am to 12:00 pm · Malabar Hospital", { selector: "p" })).toBeNull();
});
