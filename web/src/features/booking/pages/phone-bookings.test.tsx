/** Consultations by phone among a patient's bookings. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { ownBooking } from "../../../testing/bookings";
import { answer, listed, renderPage, server } from "../../../testing/page";
import type { Booking } from "../api";
import { Page } from "./own-bookings";

type PhoneVisit = NonNullable<Booking["phone"]>;

const day = "2024-01-09";
const plain = ownBooking();

const byPhone = (phone: Partial<PhoneVisit> = {}, more: Partial<Booking> = {}) =>
  ownBooking({
    status: "Checked",
    mode: "phone",
    phone: { age: 40, location: "Aluva", adultName: null, missedCalls: 0, choice: false, ...phone },
    doctorId: { ...plain.doctorId, registrationNumber: "TCMC-7" },
    ...more,
  });

let bookings: Booking[];

beforeEach(() => {
  signIn("user", "token", "u1");
  server.mockImplementation(async ({ method, url }) => {
    if (method === "PATCH") return answer(bookings[0], "Moved.");
    if (url.includes("/reference")) return answer({ states: [] });
    if (url.includes("/availability")) return answer([{ day, date: "Jan 9, 2024", free: 1 }]);
    if (url.includes("/slots")) return answer([{ time: "10:00", startsAt: `${day}T10:00:00+05:30` }]);
    return /followups|claims|moves|waitlist/.test(url) ? answer([]) : listed(bookings);
  });
});

const show = (at = "/user/bookings") => renderPage(<Page title="Your bookings" />, { at });
const asked = () => server.mock.calls.map(([request]) => request);

test("it says who calls which number, with the registration number and without directions", async () => {
  bookings = [byPhone({ missedCalls: 2 })];
  show();
  expect(await screen.findByText("Dr. Anil Kumar calls you at 9846012345")).toBeDefined();
  expect(screen.getByText("Reg. No. TCMC-7")).toBeDefined();
  expect(screen.getByText(/^The doctor called 2 times and could not reach you/)).toBeDefined();
  expect(screen.queryByRole("link", { name: /^Directions/ })).toBeNull();
  expect(screen.queryByText(/Main Road/)).toBeNull();
});

test("after three calls in vain the patient moves it free of charge to another time by phone", async () => {
  const choice = { missedCalls: 3, choice: true, choiceUntil: "2024-01-12T20:00:00+05:30" };
  bookings = [byPhone(choice, { attendance: "absent", ahead: false })];
  show();
  expect(await screen.findByText("Not reached by phone")).toBeDefined();
  expect(screen.getByText("The doctor called three times and could not reach you")).toBeDefined();
  expect(screen.getByText(/^Until Fri 12 Jan 2024, 8:00 pm you can move/)).toBeDefined();
  expect(screen.getByRole("button", { name: "Cancel" })).toBeDefined();
  expect(screen.getByText("9846012345")).toBeDefined();
  expect(screen.queryByText(/calls you at/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Add to calendar" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Move free of charge" }));
  await userEvent.click(await screen.findByRole("radio", { name: "10:00 am, available" }));
  const dialog = within(screen.getByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Move to this time" }));
  const times = asked().filter(({ url }) => /slots|availability/.test(url));
  expect(times.length).toBeGreaterThan(1);
  for (const { url } of times) expect(url).toContain("mode=phone");
  const move = asked().find(({ method }) => method === "PATCH");
  expect(new URL(move?.url ?? "").pathname).toBe("/user/api/appointment/reschedule/b1");
  expect(await move?.json()).toEqual({ date: day, time: "10:00" });
});

test("another time instead of an unanswered request is booked in the form", async () => {
  bookings = [byPhone({}, { status: "Rejected", unanswered: true, ahead: false, changeable: false })];
  show("/user/bookings?instead=b1");
  await userEvent.click(await screen.findByRole("button", { name: /10:00 am/ }));
  const form = await screen.findByText(/^\/doctor\/appointment /);
  expect(form.textContent).toContain('"time":"10:00"');
  expect(form.textContent).toContain('"patient":{"name":"Asha Nair","phoneNumber":"9846012345"}');
  expect(asked().filter(({ method }) => method === "POST")).toEqual([]);
});
