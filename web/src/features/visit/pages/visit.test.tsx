import { act, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { indiaTime } from "../../../lib/india-time";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { hospital } from "../../../testing/places";
import type { Board, Visit } from "../api";
import { Page } from "./visit";

const queue: Board = {
  late: 20,
  serving: "2",
  waiting: [
    { token: "3", arrived: true, from: "10:30", to: "10:40" },
    { token: "5", arrived: false, from: "10:45", to: "11:10" },
  ],
};

let visit: Visit;
let tell: (event: string) => void;

beforeEach(() => {
  visit = {
    doctor: "Dr. Meera Pillai (ENT)",
    doctorId: "d1",
    consultation_Address: "MG Road",
    date: "Jan 5, 2024",
    time: "10:30",
    startsAt: `${indiaTime(Date.now()).day}T10:30:00+05:30`,
    status: "Checked",
    token: "5",
    attendance: null,
    unanswered: false,
    queue,
    mode: "clinic",
    place: null,
  };
  const encoder = new TextEncoder();
  server.mockImplementation(async (asked) => {
    const path = typeof asked === "string" ? asked : new URL(asked.url).pathname;
    if (!path.endsWith("/events")) {
      return answer(visit);
    }
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        tell = (event) => stream.enqueue(encoder.encode(event));
      },
    });
    return new Response(body);
  });
});

const show = (at = "/visit#secret") => renderPage(<Page title="Your visit" />, { at });
const figures = () => screen.getAllByRole("definition").map((one) => one.textContent);
const hear = async (board: Board) =>
  act(async () => tell(`event: queue\ndata: ${JSON.stringify(board)}\n\n`));

test("a waiting patient sees the token, the current one, the number before, and the expected time", async () => {
  show();
  expect(await screen.findByText("1 patient")).toBeDefined();
  expect(figures().slice(0, 4)).toEqual(["5", "2", "1 patient", "about 10:45 to 11:10"]);
  expect(screen.getByText("The doctor is about 20 minutes late.")).toBeDefined();
  expect(screen.getByText(/This is an estimate/)).toBeDefined();
});

test("changes of the queue are shown without a request", async () => {
  show();
  await screen.findByText("1 patient");
  await hear({ ...queue, serving: "3", waiting: queue.waiting.slice(1) });
  expect(await screen.findByText("No one: you are next")).toBeDefined();
  const asked = server.mock.calls.filter(([request]) => typeof request !== "string");
  expect(asked).toHaveLength(1);
});

test("being called in is fetched, and announced", async () => {
  show();
  await screen.findByText("1 patient");
  visit = { ...visit, attendance: "called", queue: { ...queue, serving: "5", waiting: [] } };
  await hear({ ...queue, serving: "5", waiting: [] });
  expect(await screen.findByText("It is your turn. Please go in.")).toBeDefined();
});

test("another day has no queue yet, and an ended link says so", async () => {
  visit = { ...visit, queue: null };
  const shown = show();
  expect(await screen.findByText(/On the day of your visit/)).toBeDefined();
  shown.unmount();
  server.mockImplementation(async () => refused(410, "link_ended", "This link has ended."));
  show("/visit#ended");
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeDefined();
});

test("a visit that waits for the doctor has no place yet, and one that was rejected is told nothing of a queue", async () => {
  visit = { ...visit, queue: null, status: "Pending" };
  const shown = show();
  expect(await screen.findByText(/Once the doctor confirms/)).toBeDefined();
  shown.unmount();
  visit = { ...visit, status: "Rejected" };
  show("/visit#rejected");
  expect(await screen.findByText("Declined")).toBeDefined();
  expect(screen.queryByRole("status")).toBeNull();
});

test("a request says until when the doctor has to answer, and what is declined leads to another time", async () => {
  visit = { ...visit, queue: null, status: "Pending", answerBy: "2024-01-04T18:00:00+05:30" };
  const shown = show();
  expect(await screen.findByText(/^The doctor has until Thu 4 Jan 2024, 6:00 pm to answer/)).toBeDefined();
  const change = screen.getByRole("link", { name: "Move or cancel: log in" });
  expect(change.getAttribute("href")).toBe("/user/bookings");
  shown.unmount();
  visit = { ...visit, status: "Rejected", unanswered: true, answerBy: null };
  show("/visit#unanswered");
  const other = await screen.findByRole("link", { name: "Choose another time" });
  expect(other.getAttribute("href")).toBe("/doctors/d1?book=1");
  expect(screen.queryByRole("link", { name: "Move or cancel: log in" })).toBeNull();
});

test("a note is shown while no patient is with the doctor", async () => {
  visit = { ...visit, queue: { ...queue, serving: null } };
  show();
  expect(await screen.findByText("No one")).toBeDefined();
});

test("a visit at a hospital names it", async () => {
  visit = { ...visit, place: hospital, consultation_Address: "Beach Road, Kozhikode" };
  show();
  expect(await screen.findByText("Malabar Hospital")).toBeDefined();
  expect(screen.getByText("Beach Road, Kozhikode")).toBeDefined();
});

test("a walk-in who waits without a time sees the day, the token and the queue", async () => {
  visit = { ...visit, time: null, startsAt: null, token: "W1" };
  visit.queue = {
    ...queue,
    waiting: [...queue.waiting, { token: "W1", arrived: true, from: "11:00", to: "11:20" }],
  };
  show();
  expect(await screen.findByText("2 patients")).toBeDefined();
  expect(figures()[0]).toBe("W1");
  await hear({
    ...queue,
    serving: "5",
    waiting: [{ token: "W1", arrived: true, from: "10:50", to: "11:00" }],
  });
  expect(await screen.findByText("No one: you are next")).toBeDefined();
});

test("a consultation by phone says when the doctor calls, without token, queue or directions", async () => {
  visit = {
    ...visit,
    mode: "phone",
    startsAt: "2099-01-05T10:30:00+05:30",
    token: null,
    queue: null,
    consultation_Address: "",
  };
  const shown = show();
  const call = await screen.findByText(/^Dr. Meera Pillai \(ENT\) calls you on/);
  expect(call.textContent).toMatch(
    / on Mon 5 Jan 2099 between 10:30 am and 10:45 am\. Keep your phone near you\./,
  );
  expect(screen.queryByRole("link", { name: /^Directions/ })).toBeNull();
  expect(screen.queryByText("Your token")).toBeNull();
  expect(screen.getByText("By phone")).toBeDefined();
  shown.unmount();
  visit = { ...visit, attendance: "absent" };
  show("/visit#unreached");
  expect(await screen.findByText(/^The doctor could not reach you/)).toBeDefined();
  expect(screen.getByRole("link", { name: "Move or cancel: log in" })).toBeDefined();
});
