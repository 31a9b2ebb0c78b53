import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { comingVisit } from "../../../testing/bookings";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { hospital } from "../../../testing/places";
import { Page } from "./schedule";

const morning = {
  _id: "s1",
  weekday: "Monday",
  from: "09:00",
  to: "12:00",
  place: "h1",
  fee: 500,
  offered: true,
};
const evening = {
  _id: "s2",
  weekday: "Monday",
  from: "17:00",
  to: "19:00",
  place: null,
  fee: null,
  offered: true,
};

let schedule: Record<string, unknown>;
let stranded: object[];
let refuse: (() => Response) | undefined;

beforeEach(() => {
  signIn("doctor", "t", "d1");
  schedule = {
    startTime: "09:00",
    endTime: "17:00",
    daysOff: ["Saturday", "Sunday"],
    breakStart: "13:00",
    breakEnd: "14:00",
    noticeMinutes: 0,
    leave: [],
    sessions: [],
    extraSessions: [],
    place: hospital,
    severalSessions: false,
    needsAttention: false,
  };
  stranded = [];
  refuse = undefined;
  server.mockImplementation(async ({ url, method }) => {
    if (url.includes("/answering/")) return answer({ answeredBy: "each", atOnceADay: 10, digests: true });
    if (url.endsWith("/holidays") || url.includes("/bookings?")) return answer([]);
    if (url.includes("preview=")) return refuse?.() ?? answer({ schedule, outside: 0, bookings: stranded });
    if (method !== "GET") return answer({ schedule, outside: stranded.length, bookings: stranded }, "Done");
    return answer(schedule);
  });
});

const asked = (isPreview: boolean) =>
  server.mock.calls
    .map(([request]) => request)
    .filter(({ method, url }) => method !== "GET" && url.includes("preview=") === isPreview);
const sent = () => asked(false);
const show = () => renderPage(<Page title="Schedule" />);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const dialog = async () => within(await screen.findByRole("dialog"));
const fill = async (label: string, value: string) =>
  fireEvent.change((await dialog()).getByLabelText(label), { target: { value } });
const day = (name: string) => within(screen.getByRole("region", { name }));

test("the simple form becomes sessions, one is put elsewhere, the day is copied, and all are saved", async () => {
  show();
  await press("Different hours on different days");
  expect(day("Monday").getByText("9:00 am to 1:00 pm")).toBeDefined();
  expect(day("Sunday").getByText("No session")).toBeDefined();
  await press("Change the session on Monday, 9:00 am to 1:00 pm");
  await userEvent.selectOptions((await dialog()).getByLabelText("Place"), "Malabar Hospital");
  await fill("Fee (if different here)", "500");
  await press("Done");
  expect(day("Monday").getByText("9:00 am to 1:00 pm · ₹500")).toBeDefined();
  await press("Copy Monday to other days");
  await userEvent.click((await dialog()).getByRole("checkbox", { name: "Sunday" }));
  await press("Copy");
  expect(day("Sunday").getByText("Malabar Hospital")).toBeDefined();

  schedule = { ...schedule, sessions: [morning, evening], severalSessions: true };
  await press("Save sessions");
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  const [saved] = sent();
  expect(saved?.method).toBe("PUT");
  const { sessions } = (await saved?.json()) ?? {};
  expect(sessions).toHaveLength(12);
  expect(sessions[0]).toEqual({ weekday: "Monday", from: "09:00", to: "13:00", place: "h1", fee: 500 });
  expect(sessions[1]).toEqual({ weekday: "Monday", from: "14:00", to: "17:00", place: null, fee: null });
  // The current state is shown after saving.
  expect(await screen.findByText("5:00 pm to 7:00 pm")).toBeDefined();
  expect(takeToasts()).toEqual([{ tone: "good", text: "Done" }]);
});

test("bookings outside a changed week are shown before saving, and nothing is saved without a confirmation", async () => {
  schedule = { ...schedule, sessions: [morning, evening], severalSessions: true };
  stranded = [comingVisit];
  show();
  await press("Remove the session on Monday, 9:00 am to 12:00 pm");
  await press("Save sessions");
  expect(await screen.findByText("1 booking would be outside your new hours")).toBeDefined();
  expect(screen.getByText("Asha Nair · 9876543210")).toBeDefined();
  await press("Do not save");
  expect(sent()).toHaveLength(0);
  await press("Save sessions");
  await press("Save anyway");
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(await screen.findByText("1 booking is outside your new hours.")).toBeDefined();
});

test("a session that meets another is refused where it is written, and by the server at its place", async () => {
  schedule = { ...schedule, sessions: [morning, evening], severalSessions: true };
  show();
  await press("Add a session on Monday");
  await fill("From", "11:00");
  await fill("To", "13:00");
  await press("Done");
  expect(await screen.findAllByText("This overlaps the session from 9:00 am to 12:00 pm.")).toHaveLength(2);
  await fill("From", "12:00");
  await press("Done");
  refuse = () =>
    refused(422, "invalid_fields", "Check", [{ field: "sessions[1].from", message: "Meets an extra" }]);
  await press("Save sessions");
  expect(await screen.findAllByText("Meets an extra")).toHaveLength(2);
  await userEvent.click(screen.getByRole("link", { name: "Meets an extra" }));
  expect(document.activeElement?.getAttribute("aria-label")).toBe(
    "Change the session on Monday, 12:00 pm to 1:00 pm",
  );
  expect(sent()).toHaveLength(0);
});

test("sessions go back to the simple form", async () => {
  schedule = { ...schedule, sessions: [morning, evening], severalSessions: true };
  show();
  await press("Use the same hours every day again");
  schedule = { ...schedule, sessions: [] };
  await press("Remove the sessions");
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(await sent()[0]?.json()).toEqual({ sessions: [] });
  expect(await screen.findByRole("group", { name: "Days off" })).toBeDefined();
});

test("sessions at a hospital that no longer confirms the doctor are pointed out", async () => {
  schedule = {
    ...schedule,
    sessions: [{ ...morning, offered: false }, evening],
    place: null,
    severalSessions: true,
    needsAttention: true,
  };
  show();
  expect(await screen.findByText(/^Some sessions are at a hospital/)).toBeDefined();
  expect(day("Monday").getByText("A hospital that does not currently confirm you")).toBeDefined();
});

test("an extra session is added on a date, and removed after its bookings were shown", async () => {
  show();
  await press("Add an extra session");
  await fill("Day", "2099-12-25");
  await fill("From", "09:00");
  await fill("To", "11:00");
  const extra = {
    _id: "x1",
    date: "2099-12-25",
    from: "09:00",
    to: "11:00",
    place: "h1",
    fee: null,
    offered: true,
  };
  schedule = { ...schedule, extraSessions: [extra] };
  await press("Save extra session");
  expect(await screen.findByText("Fri 25 Dec 2099, 9:00 am to 11:00 am")).toBeDefined();
  expect(await sent()[0]?.json()).toEqual({
    date: "2099-12-25",
    from: "09:00",
    to: "11:00",
    place: null,
    fee: null,
  });

  stranded = [comingVisit];
  await press("Remove the extra session: Fri 25 Dec 2099, 9:00 am to 11:00 am");
  expect(await screen.findByText("Asha Nair · 9876543210")).toBeDefined();
  schedule = { ...schedule, extraSessions: [] };
  await press("Save anyway");
  expect(await screen.findByText("No extra sessions coming up.")).toBeDefined();
  expect(sent().map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    "POST /user/api/doctor/sessions/d1/extra",
    "DELETE /user/api/doctor/sessions/d1/extra/x1",
  ]);
});

test("a week's extra sessions are copied to another week, also those of a week that is over", async () => {
  show();
  expect(await screen.findByText("No extra sessions coming up.")).toBeDefined();
  await press("Copy a week's extra sessions");
  expect((await dialog()).getByText(/Weekly sessions are not copied/)).toBeDefined();
  await fill("Any day of the week to copy", "2099-12-25");
  await fill("Any day of the week to copy to", "2100-01-01");
  await press("Copy");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await sent()[0]?.json()).toEqual({ from: "2099-12-25", to: "2100-01-01" });
  // The server's message has the numbers of copied and skipped sessions.
  expect(takeToasts()).toEqual([{ tone: "good", text: "Done" }]);
});

test("leave for some hours is sent with them, and asks for what is booked then", async () => {
  show();
  fireEvent.change(await screen.findByLabelText("Day"), { target: { value: "2099-12-24" } });
  await userEvent.click(screen.getByRole("checkbox", { name: "Only some hours of each day" }));
  const hours = screen.getAllByLabelText(/^(From|To)$/).slice(-2);
  fireEvent.change(hours[0] ?? document.body, { target: { value: "09:00" } });
  fireEvent.change(hours[1] ?? document.body, { target: { value: "11:00" } });
  expect(await screen.findByText("No one has booked for these days.")).toBeDefined();
  expect(server.mock.calls.map(([{ url }]) => new URL(url).search)).toContain(
    "?from=2099-12-24&to=2099-12-24&startTime=09%3A00&endTime=11%3A00",
  );
  await press("Save leave");
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  const day = { from: "2099-12-24", to: "2099-12-24", startTime: "09:00", endTime: "11:00" };
  expect(await sent()[0]?.json()).toEqual({ ...day, note: "", bookings: "keep" });
});
