import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, renderPage, server } from "../../../testing/page";
import { exampleDay, exampleEntry } from "../../../testing/today";
import type { QueueEntry, Today } from "../../appointments/api";
import { RunDay } from "../pages/today";

type PhoneCall = NonNullable<QueueEntry["call"]>;

let day: Today;
let sent: { method: string; path: string; body: unknown }[];
let answers: Response[];

/** Half an hour before the end of a session that begins at ten, and within the time in which the patient may be called. */
const waiting: PhoneCall = {
  state: "waiting",
  tries: [],
  triesLeft: 3,
  canCall: true,
  number: "9846012345",
  from: "2024-01-05T09:45:00+05:30",
  until: "2024-01-05T10:30:00+05:30",
  patient: { age: 9, location: "Aluva", adultName: "Rajan" },
};

function dayWith(call: Partial<PhoneCall>, entry: Partial<QueueEntry> = {}): Today {
  const phone = { token: "", contact_number: "", mode: "phone" as const, time: "10:00" };
  return exampleDay({
    sessions: [{ from: "10:00", to: "10:30", place: null, mode: "phone", open: false }],
    comers: [exampleEntry({ ...phone, call: { ...waiting, ...call }, ...entry })],
  });
}

const missed = (time: string) => ({
  outcome: "not_reached" as const,
  at: `2024-01-05T${time}:00+05:30`,
  by: "doctor" as const,
});

beforeEach(() => {
  signIn("doctor", "token", "d1");
  signIn("desk", "token", "s1");
  sent = [];
  answers = [];
  server.mockImplementation(async (request) => {
    if (request.method === "GET") return answer(request.url.includes("/appointments/") ? [] : day);
    sent.push({
      method: request.method,
      path: new URL(request.url).pathname,
      body: await request.json(),
    });
    return answers.shift() ?? Response.error();
  });
});

const show = (role: "doctor" | "desk" = "doctor") =>
  renderPage(<RunDay title="Today" at={{ docId: "d1", role }} />);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const call = () => screen.queryByRole("link", { name: "Call Asha Nair" });

test("the patient is called by one press on the number that the server gives, and nobody is called in", async () => {
  day = dayWith({});
  show();
  await screen.findByRole("heading", { name: "Asha Nair" });
  expect(call()?.getAttribute("href")).toBe("tel:9846012345");
  expect(screen.getByText("Age 9 · Aluva · with Rajan")).toBeDefined();
  expect(screen.queryByRole("region", { name: "Now" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Arrived" })).toBeNull();
});

test("three calls in vain are noted one by one, and then the patient chooses", async () => {
  day = dayWith({ tries: [missed("10:02"), missed("10:08")], triesLeft: 1, state: "not_reached" });
  show();
  expect(await screen.findByText("Not reached: 10:02 am, 10:08 am (2 of 3)")).toBeDefined();
  const tries = [missed("10:02"), missed("10:08"), missed("10:14")];
  const after = dayWith(
    { tries, triesLeft: 0, state: "not_reached", canCall: false, number: null },
    { attendance: "absent" },
  );
  answers = [answer(after, "Noted. The patient is told.")];
  await press("Not reached");
  expect(await screen.findByText(/^Three tries. The patient now moves/)).toBeDefined();
  expect(sent).toEqual([
    {
      method: "POST",
      path: "/user/api/doctor/today/d1/calls/b1",
      body: { outcome: "not_reached", tries: 2 },
    },
  ]);
  expect(takeToasts()).toEqual([{ tone: "good", text: "Noted. The patient is told." }]);
  expect(call()).toBeNull();
  expect(screen.queryByRole("button", { name: "Not reached" })).toBeNull();
});

test("who was reached is done by a press, which can be taken back", async () => {
  day = dayWith({});
  show();
  const tries = [{ ...missed("10:02"), outcome: "reached" as const }];
  const reached = { tries, state: "reached" as const };
  const done = dayWith({ ...reached, state: "done", canCall: false, number: null }, { attendance: "done" });
  answers = [answer(dayWith(reached), "Noted."), answer(done, "Saved."), answer(dayWith(reached), "Saved.")];
  await press("Reached");
  await press("Done");
  await press("Undo");
  await waitFor(() => expect(sent).toHaveLength(3));
  const marks = "/user/api/doctor/today/d1/attendance/b1";
  expect(sent).toEqual([
    {
      method: "POST",
      path: "/user/api/doctor/today/d1/calls/b1",
      body: { outcome: "reached", tries: 0 },
    },
    { method: "PATCH", path: marks, body: { attendance: "done", was: "none" } },
    { method: "PATCH", path: marks, body: { attendance: null, was: "done" } },
  ]);
});

test.each([
  ["doctor", { from: "2024-01-05T10:15:00+05:30" }, "You can call from 10:15 am."],
  ["doctor", { until: "2024-01-05T09:59:00+05:30" }, "The time for the call is over."],
  ["desk", {}, "Only the doctor calls this patient."],
] as const)("without a number the %s with %j reads %j", async (role, changed, text) => {
  day = dayWith({ canCall: false, number: null, ...changed });
  show(role);
  expect(await screen.findByText(text)).toBeDefined();
  expect(call()).toBeNull();
});
