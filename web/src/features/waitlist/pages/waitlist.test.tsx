import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { bookedDoctor } from "../../../testing/bookings";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./waitlist";

const wait = {
  _id: "w1",
  doctorId: bookedDoctor,
  date: "Jan 9, 2024",
  day: "2024-01-09",
  from: null,
  to: null,
  person: null,
  since: "2024-01-08T08:00:00+05:30",
  place: 1,
  away: false,
  offer: { time: "10:15", startsAt: "2024-01-09T10:15:00+05:30", until: "2024-01-09T09:42:00+05:30" },
};

test("opening the page changes nothing, a button leaves the list", async () => {
  server.mockImplementation(async () => answer(wait));
  renderPage(<Page title="Waiting" />, { at: "/waitlist#token" });
  expect(await screen.findByRole("link", { name: "Take this time" })).toBeDefined();
  expect(server.mock.calls.map(([{ method }]) => method)).toEqual(["GET"]);
  await userEvent.click(screen.getByRole("button", { name: "Leave the list" }));
  expect(await screen.findByRole("heading", { name: "You are no longer on the list" })).toBeDefined();
  expect(server.mock.calls.map(([{ method }]) => method)).toEqual(["GET", "POST"]);
});

test("a link that has ended says so", async () => {
  server.mockImplementation(async () => refused(410, "link_ended", "It has ended."));
  renderPage(<Page title="Waiting" />, { at: "/waitlist#token" });
  const said = await screen.findByRole("alert");
  expect(document.activeElement).toBe(said);
  expect(screen.queryByRole("button", { name: "Leave the list" })).toBeNull();
});

test("a link without its token asks nobody and says so", async () => {
  renderPage(<Page title="Waiting" />, { at: "/waitlist" });
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeDefined();
  expect(server).not.toHaveBeenCalled();
});
