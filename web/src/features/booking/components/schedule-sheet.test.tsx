import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { ScheduleSheet } from "./schedule-sheet";

const days = [
  { day: "2024-02-05", date: "Feb 5, 2024", free: 0 },
  { day: "2024-02-06", date: "Feb 6, 2024", free: 3 },
  { day: "2024-02-07", date: "Feb 7, 2024", free: 1 },
];
const times: Record<string, string[]> = {
  "2024-02-06": ["09:15", "12:00", "17:30"],
  "2024-02-07": ["10:00"],
};

function slots(url: URL): Response {
  if (url.pathname.endsWith("/availability")) return answer(days);
  const day = url.searchParams.get("date") ?? "";
  return answer((times[day] ?? []).map((time) => ({ time, startsAt: `${day}T${time}:00+05:30` })));
}

const answerWith = (said: (url: URL) => Response) =>
  server.mockImplementation(async ({ url }) => said(new URL(url)));

function show({ firstDay, said = slots }: { firstDay?: string; said?: (url: URL) => Response } = {}) {
  const [onSubmit, onClose] = [vi.fn(), vi.fn()];
  answerWith(said);
  renderPage(
    <ScheduleSheet
      title="Schedule Appointment"
      doctorId="d1"
      firstDay={firstDay}
      submitLabel="Proceed"
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

test("it opens at the first day with a free slot; a full day is explained and cannot be chosen", async () => {
  show({ firstDay: "2024-02-05" });
  expect((await radio("Tue, Feb 6, 2024, 3 free")).checked).toBe(true);
  expect((await radio("Mon, Feb 5, 2024, no free slots")).disabled).toBe(true);
  expect(screen.getByText("Days marked None have no free slots left.")).toBeDefined();
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
