import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { m } from "../../../messages";
import { comingVisit } from "../../../testing/bookings";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { hospital } from "../../../testing/places";
import { Page } from "./schedule";

let schedule: object;
let answering: object;
let doorTokens: number;
let met: object[];
let stranded: object[];
let refuse: (() => Response) | undefined;

beforeEach(() => {
  signIn("doctor", "t", "d1");
  schedule = {
    startTime: "09:00",
    endTime: "17:00",
    daysOff: ["Sunday"],
    breakStart: null,
    breakEnd: null,
    noticeMinutes: 0,
    leave: [{ _id: "l1", from: "2099-12-01", to: "2099-12-04", note: "Conference" }],
    sessions: [],
    extraSessions: [],
    place: hospital,
    severalSessions: false,
    needsAttention: false,
  };
  answering = { answeredBy: "each", atOnceADay: 10, digests: true };
  doorTokens = 0;
  met = [comingVisit];
  stranded = [];
  refuse = undefined;
  server.mockImplementation(async ({ url, method }) => {
    const path = new URL(url).pathname;
    if (path.includes("/answering/")) {
      if (method === "GET") return answer(answering);
      return refuse?.() ?? answer(answering, "Saved");
    }
    if (path.includes("/doctor/door/")) return answer({ tokens: doorTokens }, "Saved");
    if (url.includes("preview=")) return refuse?.() ?? answer({ schedule, outside: 0, bookings: stranded });
    if (method !== "GET") return refuse?.() ?? answer({ schedule, outside: 2, bookings: stranded }, "Done");
    if (path.endsWith("/holidays"))
      return answer([{ date: "2099-12-25", name: "Christmas", ml: "ക്രിസ്മസ്", moon: false }]);
    return answer(path.endsWith("/bookings") ? met : schedule);
  });
});

const sent = () =>
  server.mock.calls
    .map(([request]) => request)
    .filter(({ method, url }) => method !== "GET" && !url.includes("preview="));
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

const show = () => renderPage(<Page title="Schedule" />);

test("days off and a break are saved together, and bookings outside are announced", async () => {
  show();
  const days = within(await screen.findByRole("group", { name: "Days off" }));
  expect(days.getByRole<HTMLInputElement>("checkbox", { name: "Sunday" }).checked).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  await userEvent.click(days.getByRole("checkbox", { name: "Wednesday" }));
  await press("Add a lunch break");
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "12:30" } });
  await press("Save");
  expect(await screen.findAllByText("The break must end after it begins.")).toHaveLength(2);
  expect(sent()).toHaveLength(0);

  fireEvent.change(screen.getByLabelText("To"), { target: { value: "13:45" } });
  await press("Save");
  expect(await screen.findByText("2 bookings are outside your new hours.")).toBeDefined();
  expect(await sent()[0]?.json()).toEqual({
    daysOff: ["Wednesday", "Sunday"],
    breakStart: "13:00",
    breakEnd: "13:45",
  });
});

test("a holiday fills the form in, and its bookings are listed before saving", async () => {
  show();
  await userEvent.click(await screen.findByRole("button", { name: /^Christmas/ }));
  expect(screen.getByLabelText<HTMLInputElement>("Day").value).toBe("2099-12-25");
  expect(await screen.findByText("1 booking falls on these days")).toBeDefined();
  expect(screen.getByText("Asha Nair · 9876543210")).toBeDefined();
  expect(sent()).toHaveLength(0);

  // The form asks what happens to them, without a default.
  for (const name of [/^Keep them/, /^Ask the patients/, /^Cancel them/])
    expect(screen.getByRole<HTMLInputElement>("radio", { name }).checked).toBe(false);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: m.leave_save() }).disabled).toBe(true);
  await userEvent.click(screen.getByRole("radio", { name: /^Cancel them/ }));
  await press("Save leave and cancel the bookings");
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Day").value).toBe(""));
  expect(await sent()[0]?.json()).toEqual({
    from: "2099-12-25",
    to: "2099-12-25",
    note: "Christmas",
    bookings: "cancel",
  });
  expect(takeToasts()).toEqual([{ tone: "good", text: "Done" }]);
});

test("how requests are answered is chosen and saved, and the number only where it counts", async () => {
  show();
  expect((await screen.findByRole<HTMLInputElement>("radio", { name: /^I answer each/ })).checked).toBe(true);
  expect(screen.queryByLabelText("Approved visits per session")).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save choice" }).disabled).toBe(true);
  await userEvent.click(screen.getByRole("radio", { name: /^Approve everyone automatically/ }));
  fireEvent.change(screen.getByLabelText("Approved visits per session"), { target: { value: "4" } });
  await userEvent.click(screen.getByRole("checkbox", { name: /^Email me at 7/ }));
  answering = { answeredBy: "all", atOnceADay: 4, digests: false };
  await press("Save choice");
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(await sent()[0]?.json()).toEqual({ answeredBy: "all", atOnceADay: "4", digests: false });
  expect(takeToasts()).toEqual([{ tone: "good", text: "Saved" }]);
});

test("how late patients may book is chosen and saved by itself", async () => {
  show();
  const limit = await screen.findByLabelText<HTMLSelectElement>("Patients book online at the latest");
  expect(limit.value).toBe("0");
  expect([...limit.options].map(({ label }) => label)).toEqual([
    "Until the visit begins",
    "30 minutes before the visit",
    "1 hour before the visit",
    ...[2, 4, 12, 24, 48].map((hours) => `${hours} hours before the visit`),
  ]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save time limit" }).disabled).toBe(true);
  await userEvent.selectOptions(limit, "2 hours before the visit");
  await press("Save time limit");
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(await sent()[0]?.json()).toEqual({ noticeMinutes: "120" });
});

test("tokens at the door are off at first, and saved with how many a session has", async () => {
  show();
  const allow = await screen.findByRole<HTMLInputElement>("checkbox", { name: /^Walk-ins may take a token/ });
  expect(allow.checked).toBe(false);
  expect(screen.queryByLabelText("At most in a session")).toBeNull();
  await userEvent.click(allow);
  fireEvent.change(screen.getByLabelText("At most in a session"), { target: { value: "12" } });
  doorTokens = 12;
  await press("Save tokens");
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(await sent()[0]?.json()).toEqual({ tokens: "12" });
  expect(screen.getByRole("link", { name: "Poster for the door" }).getAttribute("href")).toBe(
    "/door/d1/poster",
  );
});

test("a refused number is shown with its message", async () => {
  answering = { answeredBy: "all", atOnceADay: 10, digests: true };
  refuse = () => refused(422, "invalid_fields", "Check", [{ field: "atOnceADay", message: "1 to 96" }]);
  show();
  fireEvent.change(await screen.findByLabelText("Approved visits per session"), { target: { value: "0" } });
  await press("Save choice");
  expect(await screen.findAllByText("1 to 96")).toHaveLength(2);
});

test("several days need a last day that is not before the first", async () => {
  met = [];
  show();
  await userEvent.click(await screen.findByRole("radio", { name: "Several days" }));
  fireEvent.change(screen.getByLabelText("First day"), { target: { value: "2099-12-24" } });
  fireEvent.change(screen.getByLabelText("Last day"), { target: { value: "2099-12-20" } });
  await press("Save leave");
  expect(await screen.findAllByText("The last day must not be before the first.")).toHaveLength(2);
  fireEvent.change(screen.getByLabelText("Last day"), { target: { value: "2099-12-26" } });
  expect(await screen.findByText("No one has booked for these days.")).toBeDefined();
  await press("Save leave");
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(await sent()[0]?.json()).toEqual({
    from: "2099-12-24",
    to: "2099-12-26",
    note: "",
    bookings: "keep",
  });
});

test("a refused leave stays typed", async () => {
  met = [];
  const errors = [{ field: "from", message: "Too far" }];
  refuse = () => refused(422, "invalid_fields", "Check", errors);
  show();
  fireEvent.change(await screen.findByLabelText("Day"), { target: { value: "2099-12-24" } });
  await userEvent.type(screen.getByLabelText("Note (optional)"), "Wedding");
  await screen.findByText("No one has booked for these days.");
  await press("Save leave");
  expect(await screen.findAllByText("Too far")).toHaveLength(2);
  expect(screen.getByLabelText<HTMLInputElement>("Note (optional)").value).toBe("Wedding");
});

test("leave can be removed", async () => {
  show();
  expect(await screen.findByText("Conference")).toBeDefined();
  schedule = { ...schedule, leave: [] };
  await press("Remove leave: Tue 1 Dec 2099 to Fri 4 Dec 2099");
  expect(await screen.findByText("No leave coming up.")).toBeDefined();
  expect(sent().map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    "DELETE /user/api/doctor/leave/d1/l1",
  ]);
});

test("who has sessions by phone decides whether the desk may call", async () => {
  const shown = show();
  await screen.findByRole("heading", { name: "How late patients can book" });
  expect(screen.queryByRole("checkbox", { name: /^The desk may call/ })).toBeNull();
  shown.unmount();
  const session = { _id: "s1", weekday: "Monday", from: "19:00", to: "20:00", mode: "phone", offered: true };
  schedule = { ...schedule, sessions: [session], severalSessions: true, deskMayCall: false };
  show();
  await userEvent.click(await screen.findByRole("checkbox", { name: /^The desk may call/ }));
  await press("Save who calls");
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(await sent()[0]?.json()).toEqual({ deskMayCall: true });
});
