import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./booking-list";

const booking = {
  _id: "b1",
  patient_name: "Asha Nair",
  contact_number: "9846012345",
  doctor: { _id: "d1", full_Name: "Meera Menon" },
  user: { _id: "u1", username: "Ravi Nair" },
  date: "Jan 9, 2024",
  time: "09:15",
  startsAt: "2024-01-09T09:15:00+05:30",
  status: "Rejected",
  fee: 1500,
  place: null,
  bookingTime_Date: "2024-01-05T03:45:00Z",
  reason: "On leave",
};
const decided = {
  _id: "a1",
  at: "2024-01-06T03:45:00Z",
  actor: { _id: "d1", role: "doctor", name: "Meera Menon" },
  action: "reject",
  subject: { kind: "booking", _id: "b1", name: "Asha Nair" },
  reason: "On leave",
};

beforeEach(() => {
  signIn("admin", "token");
  server.mockImplementation(async ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === "/admin/api/bookings/b1") return answer({ ...booking, audit: [decided] });
    if (pathname === "/admin/api/bookings") return listed([booking]);
    return refused(404, "not_found", "This booking is gone.");
  });
});

const show = (at: string) => renderPage(<Page title="Bookings" />, { at, path: "/admin/home/orderslist" });
const sheet = () => within(screen.getByRole("dialog", { name: "Booking" }));
const facts = () =>
  sheet()
    .getAllByRole("definition")
    .map(({ textContent }) => textContent);

test("a booking is opened next to the list, with its details and decisions", async () => {
  show("/admin/home/orderslist#q=asha");
  await userEvent.click(await screen.findByRole("button", { name: "Asha Nair" }));
  expect(window.location.search + window.location.hash).toBe("?booking=b1#q=asha");
  await screen.findByText("Booking Time");
  expect(facts()).toEqual([
    expect.stringContaining("9:15"),
    "9846012345",
    "Dr. Meera Menon",
    "Ravi Nair",
    expect.stringContaining("2024"),
    "The doctor's clinic",
    "₹1,500",
    "On leave",
  ]);
  expect(sheet().getByRole("listitem").textContent).toContain("Meera Menon");
  const links = sheet()
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));
  expect(links).toEqual(["tel:9846012345", "/admin/doctorlist?doctor=d1", "/admin/userlist?user=u1"]);
  await userEvent.click(sheet().getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(window.location.search + window.location.hash).toBe("#q=asha");
});

test("an address that names none says so", async () => {
  show("/admin/home/orderslist?booking=b2");
  expect((await screen.findByRole("alert")).textContent).toContain("This booking is gone.");
});

test("a day and a doctor narrow the list; the doctor's name is sent to no server in an address", async () => {
  show("/admin/home/orderslist?date=2026-11-18");
  await userEvent.type(await screen.findByLabelText("Doctor's name"), "Meera{Enter}");
  const asked = () => server.mock.calls.at(-1)?.[0];
  await waitFor(() => expect(asked()?.headers.get("X-Doctor")).toBe("Meera"));
  expect(new URL(asked()?.url ?? "").search).toMatch(/^\?date=2026-11-18&/);
  expect(window.location.search + window.location.hash).toBe("?date=2026-11-18#doctor=Meera");
});
