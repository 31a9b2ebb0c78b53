import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./own-bookings";

const booking = (_id: string, startsAt: string, changeable: boolean) => ({
  _id,
  patient_name: "Asha Nair",
  time: startsAt.slice(11, 16),
  startsAt,
  changeable,
  status: "Pending",
  doctorId: {
    _id: "d1",
    full_Name: "Anil Kumar",
    specialization: "Cardiology",
    consultation_Address: "Main Road",
    consultation_Fee: 300,
    district: "Kollam",
  },
});

const day = "2024-01-09";
const days = [{ day, date: "Jan 9, 2024", free: 1 }];
const slots = [{ time: "10:00", startsAt: `${day}T10:00:00+05:30` }];

let bookings: ReturnType<typeof booking>[];
/** Says the server's answer to what is asked of it. */
let say: (response: Response) => void;

beforeEach(() => {
  signIn("user", "token", "u1");
  bookings = [booking("b1", `${day}T09:00:00+05:30`, true)];
  server.mockImplementation(async ({ method, url }) => {
    if (method === "PATCH") {
      return new Promise((resolve) => {
        say = resolve;
      });
    }
    if (url.includes("/availability")) return answer(days);
    return url.includes("/slots") ? answer(slots) : listed(bookings);
  });
});

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const inDialog = async (name: string) =>
  userEvent.click(await within(screen.getByRole("dialog")).findByRole("button", { name }));

test("upcoming visits come first, the nearest on top; the others follow, the latest on top", async () => {
  bookings = [
    booking("b1", "2024-01-09T09:00:00+05:30", true),
    booking("b2", "2024-01-07T09:00:00+05:30", false),
    booking("b3", "2024-01-05T10:00:00+05:30", true),
    booking("b4", "2024-01-05T09:15:00+05:30", true),
    booking("b5", "2023-12-30T09:00:00+05:30", false),
  ];
  renderPage(<Page title="Your bookings" />);
  const cards = await screen.findAllByRole("article");
  const facts = cards.map((card) => within(card).getAllByRole("definition"));
  expect(facts.map(([date, time]) => `${date?.textContent} ${time?.textContent}`)).toEqual([
    "Fri, Jan 5, 2024 9:15 AM",
    "Fri, Jan 5, 2024 10:00 AM",
    "Tue, Jan 9, 2024 9:00 AM",
    "Sun, Jan 7, 2024 9:00 AM",
    "Sat, Dec 30, 2023 9:00 AM",
  ]);
  expect(screen.getAllByRole("button", { name: "Cancel" })).toHaveLength(3);
});

test("whoever has booked nothing is led to the doctors", async () => {
  bookings = [];
  renderPage(<Page title="Your bookings" />);
  await userEvent.click(await screen.findByRole("link", { name: "Book Appointment" }));
  expect(screen.getByText(/^\/category/)).toBeDefined();
});

async function askToCancel(): Promise<void> {
  await screen.findByRole("article");
  await press("Cancel");
  await inDialog("Cancel the visit");
}

async function askToMove(): Promise<void> {
  await screen.findByRole("article");
  await press("Reschedule");
  await userEvent.click(await screen.findByRole("radio", { name: "10:00 AM, available" }));
  await inDialog("Reschedule");
}

test.each([
  ["a cancellation", askToCancel],
  ["another time", askToMove],
])("%s that was sent before its dialog was closed is told all the same", async (_, ask) => {
  renderPage(<Page title="Your bookings" />);
  await ask();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  say(answer(null, "It is done."));
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "It is done." }]));

  await ask();
  await userEvent.keyboard("{Escape}");
  say(refused(409, "not_changeable", "It is over."));
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "It is over." }]));
});
