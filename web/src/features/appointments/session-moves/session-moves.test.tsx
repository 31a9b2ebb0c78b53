import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { components } from "../../../api/schema";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { MoveSession } from "./move-session-sheet";
import { SessionMoves } from "./session-moves";

type SessionMove = components["schemas"]["SessionMoveView"];
type MovedVisit = components["schemas"]["DeskProposal"];

const at = { docId: "d1", role: "desk" } as const;

const visit = (name: string, time: string, changed: Partial<MovedVisit>): MovedVisit => ({
  _id: name,
  patient_name: name,
  contact_number: "9847012345",
  mode: "clinic",
  date: "Jan 8, 2024",
  time,
  startsAt: `2024-01-08T${time}:00+05:30`,
  newDate: "Jan 9, 2024",
  newTime: time,
  newStartsAt: `2024-01-09T${time}:00+05:30`,
  until: null,
  state: "open",
  toCall: false,
  deskBooking: null,
  ...changed,
});

const slot = (day: string, time: string) => ({ time, startsAt: `${day}T${time}:00+05:30` });
const sessions = [
  { from: "10:00", to: "11:00", place: null, fee: 300, free: 0 },
  { from: "17:00", to: "18:00", place: null, fee: 300, free: 0 },
];

let moves: SessionMove[];
let answers: Response[];
let sent: [string, string, unknown][];

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  signIn("desk", "desk-token", "s1");
  answers = [];
  sent = [];
  moves = [
    {
      _id: "m1",
      sessionDay: "2024-01-08",
      sessionFrom: "10:00",
      day: "2024-01-09",
      time: "10:00",
      reason: "Surgery",
      createdAt: "2024-01-06T09:00:00+05:30",
      visits: [
        visit("Asha", "10:00", { state: "accepted" }),
        visit("Binu", "10:15", { state: "declined", toCall: true }),
        visit("Chitra", "10:30", {
          state: "unplaced",
          toCall: true,
          newDate: null,
          newTime: null,
          newStartsAt: null,
        }),
        visit("Devi", "10:45", {}),
      ],
    },
  ];
  server.mockImplementation(async (request) => {
    const path = new URL(request.url).pathname;
    if (request.method !== "GET") {
      const body = await request.text();
      sent.push([request.method, path, body === "" ? undefined : JSON.parse(body)]);
      return answers.shift() ?? Response.error();
    }
    if (path.endsWith("/preview"))
      return answer({
        visits: [
          { patient_name: "Asha", time: "10:00", newTime: "10:15" },
          { patient_name: "Binu", time: "10:15", newTime: null },
        ],
        placed: 1,
        requests: 2,
      });
    if (path.includes("/sessionmoves/")) return listed(moves);
    return listed([
      { day: "2024-01-08", free: 0, slots: [], sessions, whyNot: { reason: "full" } },
      { day: "2024-01-09", free: 1, slots: [slot("2024-01-09", "10:15")], sessions: [] },
    ]);
  });
});

const calls = () => screen.findByRole("list", { name: "Call" });
const press = async (name: string, button: string) => {
  const row = within(await calls())
    .getByText(name)
    .closest("li") as HTMLElement;
  await userEvent.click(within(row).getByRole("button", { name: button }));
};

test("a move says what was answered, and lists who has to be called with both times", async () => {
  renderPage(<SessionMoves at={at} />);
  const rows = within(await calls()).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Binu.*8 Jan.*, 10:15 am → .*9 Jan.*, 10:15 am9847012345Declined/),
    expect.stringMatching(/^Chitra.*8 Jan.*, 10:30 am9847012345No free time/),
  ]);
  expect(screen.getByText("Accepted: 1 · No answer yet: 1 · Old time kept: 0")).toBeDefined();
  expect(within(rows[1] as HTMLElement).queryByRole("button", { name: "Move now" })).toBeNull();
});

test("without a session that moves there is nothing", async () => {
  moves = [];
  const { container } = renderPage(<SessionMoves at={at} />);
  await waitFor(() => expect(server).toHaveBeenCalled());
  expect(container.textContent).toBe("");
});

test("after the call a visit is moved, kept or cancelled with a reason", async () => {
  renderPage(<SessionMoves at={at} />);
  answers = [
    answer({}, "The visit is moved."),
    answer({}, "The visit stays at its time."),
    answer({}, "Cancelled."),
  ];
  await press("Binu", "Move now");
  await press("Chitra", "Keep the old time");
  await press("Binu", "Cancel visit");
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "Asked for it");
  await userEvent.click(screen.getByRole("button", { name: "Cancel the booking" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([
    ["POST", "/user/api/doctor/appointment/proposal/Binu", undefined],
    ["DELETE", "/user/api/doctor/appointment/proposal/Chitra", undefined],
    ["PATCH", "/user/api/doctor/appointment/cancel/Binu", { reason: "Asked for it" }],
  ]);
  expect(takeToasts().map(({ text }) => text)).toEqual([
    "The visit is moved.",
    "The visit stays at its time.",
    "Cancelled.",
  ]);
});

test("a slot that somebody else took is said, and the row stays", async () => {
  renderPage(<SessionMoves at={at} />);
  answers = [refused(409, "slot_taken", "The new time is no longer available.")];
  await press("Binu", "Move now");
  await waitFor(() =>
    expect(takeToasts()).toEqual([{ tone: "bad", text: "The new time is no longer available." }]),
  );
  expect(within(await calls()).getByText("Binu")).toBeDefined();
});

test("a move is withdrawn after a question", async () => {
  renderPage(<SessionMoves at={at} />);
  await userEvent.click(await screen.findByRole("button", { name: "Withdraw" }));
  answers = [answer(undefined, "The move is withdrawn.")];
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([["DELETE", "/user/api/doctor/sessionmoves/d1/m1", undefined]]);
});

test("a session is moved from a chosen time on, with a reason and after a preview", async () => {
  renderPage(
    <MoveSession at={at} day="2024-01-08" visits={["10:00", "10:15", "17:00"].map((time) => ({ time }))} />,
  );
  await userEvent.click(screen.getByRole("button", { name: "Move a session" }));
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Which session" }), "17:00");
  const yes = screen.getByRole<HTMLButtonElement>("button", { name: "Propose the times" });
  expect(yes.disabled).toBe(true);
  await userEvent.click(await screen.findByRole("radio", { name: /10:15/ }));
  expect(await screen.findByText("1 of 2 visits find a free time.")).toBeDefined();
  expect(screen.getByText(/^Requests in this session: 2/)).toBeDefined();
  expect(screen.getByText("10:15 am → Call")).toBeDefined();
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "Surgery");
  answers = [answer(moves[0], "The session moves.")];
  await userEvent.click(yes);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([
    [
      "POST",
      "/user/api/doctor/sessionmoves/d1",
      {
        sessionDate: "2024-01-08",
        sessionTime: "17:00",
        date: "2024-01-09",
        time: "10:15",
        reason: "Surgery",
      },
    ],
  ]);
});

test("a session by phone moves to times by phone", async () => {
  const asked: string[] = [];
  const served = server.getMockImplementation();
  server.mockImplementation(async (request) => {
    asked.push(request.url);
    const isByPhone = request.url.includes("mode=phone");
    if (!request.url.includes("/desk/slots/")) return served?.(request) ?? Response.error();
    const evening = { from: "18:00", to: "19:00", mode: "phone", place: null, fee: 199, free: 0 };
    return listed([
      { day: "2024-01-08", free: 0, slots: [], sessions: isByPhone ? [evening] : sessions },
      {
        day: "2024-01-09",
        free: 1,
        slots: [slot("2024-01-09", isByPhone ? "18:15" : "10:15")],
        sessions: [],
      },
    ]);
  });
  const visits = [{ time: "10:00" }, { time: "18:00", mode: "phone" }];
  renderPage(<MoveSession at={at} day="2024-01-08" visits={visits} />);
  await userEvent.click(screen.getByRole("button", { name: "Move a session" }));
  const which = await screen.findByRole("combobox", { name: "Which session" });
  expect(await screen.findByRole("radio", { name: /10:15/ })).toBeDefined();
  await userEvent.selectOptions(which, "18:00");
  await userEvent.click(await screen.findByRole("radio", { name: /6:15 pm/ }));
  await screen.findByText("1 of 2 visits find a free time.");
  expect(screen.queryByRole("radio", { name: /10:15/ })).toBeNull();
  expect(asked.some((url) => url.includes("/preview") && url.includes("sessionTime=18%3A00"))).toBe(true);
});

test("a patient of a visit by phone whom only the doctor calls has no number at the desk", async () => {
  const toCall = { state: "declined", toCall: true, mode: "phone", contact_number: "" } as const;
  moves = moves.map((move) => ({ ...move, visits: [visit("Asha", "10:00", toCall)] }));
  renderPage(<SessionMoves at={at} />);
  const calls = await screen.findByRole("list", { name: "Call" });
  expect(within(calls).getByText("Only the doctor calls this patient.")).toBeDefined();
  expect(within(calls).queryByRole("link")).toBeNull();
});
