import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { doctorBooking } from "../../../testing/bookings";
import { listed, renderPage, server } from "../../../testing/page";
import { Page } from "./previous";

let decided: ReturnType<typeof doctorBooking>[];

beforeEach(() => {
  signIn("doctor", "token", "d1");
  decided = [doctorBooking({ status: "Rejected" })];
  server.mockImplementation(async ({ url, headers }) => {
    const { searchParams } = new URL(url);
    return listed(headers.has("X-Search") || searchParams.has("date") ? [] : decided);
  });
});

test("decided bookings are listed in the specified order", async () => {
  renderPage(<Page title="Previous" />);
  const row = await screen.findByRole("row", { name: /Asha Nair/ });
  expect([...row.children].map((cell) => cell.lastChild?.textContent)).toEqual([
    "1",
    "Asha Nair",
    "9846012345",
    "Fri 5 Jan 2024",
    "9:15 am",
    "Rejected",
  ]);
});

test("the address says what is searched for; where that finds nothing it can be taken away", async () => {
  renderPage(<Page title="Previous" />, { at: "/doctor/previousappointment?date=2024-01-05#q=zz" });
  expect(await screen.findByRole("heading", { name: "Nothing found" })).toBeDefined();
  const asked = server.mock.calls[0]?.[0];
  expect(asked?.headers.get("X-Search")).toBe("zz");
  expect(new URL(asked?.url ?? "").search).toMatch(/^\?date=2024-01-05&limit=\d+$/);
  await userEvent.click(screen.getAllByRole("button", { name: "Clear filters" })[0] ?? document.body);
  expect(await screen.findByRole("row", { name: /Asha Nair/ })).toBeDefined();
  expect(window.location.search + window.location.hash).toBe("");
});

test("without decisions the page links to the requests", async () => {
  decided = [];
  renderPage(<Page title="Previous" />);
  await userEvent.click(await screen.findByRole("link", { name: "See new requests" }));
  expect(screen.getByText(/^\/doctor\/appointments/)).toBeDefined();
});
