import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { exampleDoctor } from "../../../testing/doctor";
import { answer, refused, renderPage, server } from "../../../testing/page";
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
  renderPage(
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
  return { onSubmit, onClose };
}

const radio = (name: string) => screen.findByRole<HTMLInputElement>("radio", { name });
const proceed = () => screen.getByRole<HTMLButtonElement>("button", { name: "Proceed" });

test("Proceed waits until a day and a time are chosen", async () => {
  const { onSubmit } = show();
  expect(proceed().disabled).toBe(true);
  await userEvent.click(await radio("Wed, Feb 7, 2024, 1 free"));
  expect(proceed().disabled).toBe(true);
  await userEvent.click(await radio("10:00 AM, available"));
  expect(proceed().disabled).toBe(false);
  await userEvent.click(proceed());
  expect(onSubmit).toHaveBeenCalledWith("2024-02-07", "10:00");
});

test("it opens at the first day with a free slot; a day on leave says so, and leads to the next free slot", async () => {
  const { onSubmit } = show({ firstDay: "2024-02-05" });
  expect((await radio("Tue, Feb 6, 2024, 3 free")).checked).toBe(true);
  await userEvent.click(await radio("Mon, Feb 5, 2024, no free slots: Leave"));
  expect(screen.getByText("The doctor is on leave until Mon, Feb 5, 2024.")).toBeDefined();
  expect(proceed().disabled).toBe(true);
  expect(await screen.findByRole("link", { name: /Dr. Binu Thomas/ })).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Next free: Tue, Feb 6, 2024, 9:15 AM" }));
  expect((await radio("9:15 AM, available")).checked).toBe(true);
  await userEvent.click(proceed());
  expect(onSubmit).toHaveBeenCalledWith("2024-02-06", "09:15");
});

test("a visit that is moved is not offered another doctor", async () => {
  show({ isSameDoctor: true });
  await userEvent.click(await radio("Mon, Feb 5, 2024, no free slots: Leave"));
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
  for (const name of ["9:15 AM, available", "12:00 PM, available", "5:30 PM, available"]) {
    expect(await radio(name)).toBeDefined();
  }
});

test("another day forgets the time", async () => {
  show();
  await userEvent.click(await radio("9:15 AM, available"));
  await userEvent.click(await radio("Wed, Feb 7, 2024, 1 free"));
  await radio("10:00 AM, available");
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
  expect(await screen.findByText(/^No free slots in the next 7 days/)).toBeDefined();
});

test("a failure offers another try", async () => {
  show({ said: () => refused(503, "busy", "Busy") });
  const line = await screen.findByText(/^The free slots could not be loaded/);
  expect(line.parentElement?.textContent).toBe("The free slots could not be loaded. Busy");
  answerWith(slots);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await radio("9:15 AM, available")).toBeDefined();
});
