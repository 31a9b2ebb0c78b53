import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { signIn } from "../../lib/session";
import { exampleDoctor } from "../../testing/doctor";
import { answer, refused, renderPage, server } from "../../testing/page";
import { hospital } from "../../testing/places";
import { ScheduleSheet } from "./schedule-sheet";

const days = [
  {
    day: "2024-02-05",
    date: "Feb 5, 2024",
    free: 0,
    whyNot: { reason: "leave", until: "2024-02-05" },
  },
  { day: "2024-02-06", date: "Feb 6, 2024", free: 3 },
  { day: "2024-02-07", date: "Feb 7, 2024", free: 1 },
];
const times: Record<string, string[]> = {
  "2024-02-06": ["09:15", "12:00", "17:30"],
  "2024-02-07": ["10:00"],
};

const alternatives = {
  hasWaitlist: false,
  nextSlot: { date: "Feb 6, 2024", time: "09:15", startsAt: "2024-02-06T09:15:00+05:30" },
  others: [
    {
      ...exampleDoctor,
      _id: "d2",
      full_Name: "Binu Thomas",
      nextSlot: { date: "Feb 5, 2024", time: "10:00", startsAt: "2024-02-05T10:00:00+05:30" },
    },
  ],
};

function slots(url: URL): Response {
  if (url.pathname.endsWith("/availability")) return answer(days);
  if (url.pathname.endsWith("/alternatives")) return answer(alternatives);
  const day = url.searchParams.get("date") ?? "";
  return answer((times[day] ?? []).map((time) => ({ time, startsAt: `${day}T${time}:00+05:30` })));
}

const answerWith = (said: (url: URL) => Response) =>
  server.mockImplementation(async ({ url }) => said(new URL(url)));

interface Shown {
  firstDay?: string;
  isSameDoctor?: boolean;
  said?: (url: URL) => Response;
}

function show({ firstDay, isSameDoctor, said = slots }: Shown = {}) {
  const [onSubmit, onClose] = [vi.fn(), vi.fn()];
  answerWith(said);
  const { queries } = renderPage(
    <ScheduleSheet
      title="Schedule Appointment"
      doctorId="d1"
      firstDay={firstDay}
      submitLabel="Proceed"
      isSameDoctor={isSameDoctor}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      Dr. Asha
    </ScheduleSheet>,
  );
  return { onSubmit, onClose, queries };
}

const radio = (name: string) => screen.findByRole<HTMLInputElement>("radio", { name });
const proceed = () => screen.getByRole<HTMLButtonElement>("button", { name: "Proceed" });

test("Proceed waits until a day and a time are chosen", async () => {
  const { onSubmit } = show();
  expect(proceed().disabled).toBe(true);
  await userEvent.click(await radio("Wed 7 Feb 2024, 1 free"));
  expect(proceed().disabled).toBe(true);
  await userEvent.click(await radio("10:00 am, available"));
  expect(proceed().disabled).toBe(false);
  await userEvent.click(proceed());
  expect(onSubmit).toHaveBeenCalledWith("2024-02-07", "10:00");
});

test("it opens at the first day with a free slot; a day on leave says so, and leads to the next free slot", async () => {
  const { onSubmit } = show({ firstDay: "2024-02-05" });
  expect((await radio("Tue 6 Feb 2024, 3 free")).checked).toBe(true);
  await userEvent.click(await radio("Mon 5 Feb 2024, nothing free: Leave"));
  expect(screen.getByText("The doctor is on leave until Mon 5 Feb 2024.")).toBeDefined();
  expect(proceed().disabled).toBe(true);
  expect(await screen.findByRole("link", { name: /Dr. Binu Thomas/ })).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Next free: Tue 6 Feb 2024, 9:15 am" }));
  expect((await radio("9:15 am, available")).checked).toBe(true);
  await userEvent.click(proceed());
  expect(onSubmit).toHaveBeenCalledWith("2024-02-06", "09:15");
});

test.each([
  ["can be waited for where it has a waiting list", true],
  ["is not waited for where it has none, as one by phone", false],
])("a full day %s", async (_, hasWaitlist) => {
  const full = days.map((day) => ({ ...day, ...(day.free === 0 && { whyNot: { reason: "full" } }) }));
  show({
    said: (url) => {
      if (url.pathname.endsWith("/availability")) return answer(full);
      return url.pathname.endsWith("/alternatives") ? answer({ ...alternatives, hasWaitlist }) : slots(url);
    },
  });
  await userEvent.click(await radio("Mon 5 Feb 2024, nothing free: Full"));
  expect(await screen.findByRole("button", { name: /^Next free/ })).toBeDefined();
  // The list is offered in the same render as the other doctors.
  expect(await screen.findByRole("link", { name: /Dr. Binu Thomas/ })).toBeDefined();
  const list = screen.queryByRole("link", { name: "Log in to join the waiting list" });
  expect(list !== null).toBe(hasWaitlist);
});

test("a visit that is moved is not offered another doctor", async () => {
  show({ isSameDoctor: true });
  await userEvent.click(await radio("Mon 5 Feb 2024, nothing free: Leave"));
  expect(await screen.findByRole("button", { name: /^Next free/ })).toBeDefined();
  expect(screen.queryByRole("link", { name: /Dr. Binu Thomas/ })).toBeNull();
});

test("times are grouped by part of the day and named with what they are", async () => {
  show();
  expect(await screen.findByText("3 Slots Available")).toBeDefined();
  expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    "Morning",
    "Afternoon",
    "Evening",
  ]);
  for (const name of ["9:15 am, available", "12:00 pm, available", "5:30 pm, available"]) {
    expect(await radio(name)).toBeDefined();
  }
});

test("another day forgets the time", async () => {
  show();
  await userEvent.click(await radio("9:15 am, available"));
  await userEvent.click(await radio("Wed 7 Feb 2024, 1 free"));
  await radio("10:00 am, available");
  expect(proceed().disabled).toBe(true);
});

test.each([
  ["one of several", ["12:00", "17:30"]],
  ["the last one", []],
])("a time that somebody else takes is said: %s", async (_, left) => {
  let taken = false;
  const said = (url: URL) => {
    if (!taken) return slots(url);
    if (!url.pathname.endsWith("/availability"))
      return url.pathname.endsWith("/alternatives")
        ? answer(alternatives)
        : answer(left.map((time) => ({ time, startsAt: `2024-02-06T${time}:00+05:30` })));
    return answer(days.map((day) => (day.day === "2024-02-06" ? { ...day, free: left.length } : day)));
  };
  const { queries } = show({ said });
  await userEvent.click(await radio("9:15 am, available"));
  taken = true;
  await queries.invalidateQueries();
  expect((await screen.findByRole("alert")).textContent).toMatch(/^That time was just taken/);
  expect(proceed().disabled).toBe(true);
});

test("Cancel and Escape close it", async () => {
  const { onClose } = show();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(2);
});

test("a doctor without free slots is said to have none", async () => {
  show({ said: () => answer(days.slice(0, 1)) });
  expect(await screen.findByText(/^Nothing is free in the next 7 days/)).toBeDefined();
});

test("a failure offers another try", async () => {
  show({ said: () => refused(503, "busy", "Busy") });
  const line = await screen.findByText(/^The free times could not be loaded/);
  expect(line.parentElement?.textContent).toBe("The free times could not be loaded. Busy");
  answerWith(slots);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await radio("9:15 am, available")).toBeDefined();
});

const sessions = [
  { from: "09:00", to: "12:15", place: hospital, fee: 600, free: 2 },
  { from: "14:00", to: "15:00", place: hospital, fee: 600, free: 0 },
  { from: "17:00", to: "19:00", place: null, fee: 450, free: 1 },
];

function bySession(url: URL): Response {
  if (url.pathname.endsWith("/slots")) {
    const free = (times["2024-02-06"] ?? []).map((time) => ({
      time,
      startsAt: `2024-02-06T${time}:00+05:30`,
    }));
    return Response.json({ message: "", data: free, sessions });
  }
  return url.pathname.includes("/waitlist/") ? answer([]) : slots(url);
}

test("times of several sessions stand below their place and fee, and the choice names them", async () => {
  show({ said: bySession, isSameDoctor: true });
  expect(await screen.findByText("3 Slots Available")).toBeDefined();
  expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    "Malabar Hospital · ₹6009:00 am to 12:15 pm",
    "Malabar Hospital · ₹6002:00 pm to 3:00 pm",
    "The doctor's clinic · ₹4505:00 pm to 7:00 pm",
  ]);
  await userEvent.click(await radio("5:30 pm, available"));
  expect(screen.getByText("The doctor's clinic · ₹450", { selector: "p span" })).toBeDefined();
});

test("a full session can be waited for, with its hours", async () => {
  signIn("user", "token", "u1");
  const sent: unknown[] = [];
  show({ said: bySession });
  await screen.findByText("Nothing is free in this session.");
  server.mockImplementation(async (request) => {
    if (request.method === "GET") return bySession(new URL(request.url));
    sent.push(await request.json());
    return answer({});
  });
  await userEvent.click(await screen.findByRole("button", { name: "Put me on the list" }));
  expect(sent).toEqual([{ date: "2024-02-06", from: "14:00", to: "15:00" }]);
});
