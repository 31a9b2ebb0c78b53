import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { takeToasts } from "../../../lib/toasts";
import { bookedDoctor } from "../../../testing/bookings";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./offer";

const offer = {
  doctorId: bookedDoctor,
  place: null,
  fee: 300,
  date: "Jan 9, 2024",
  day: "2024-01-09",
  time: "10:15",
  startsAt: "2024-01-09T10:15:00+05:30",
  until: "2024-01-09T09:42:00+05:30",
  state: "open",
  status: null,
};

/** The server's answer to a button. */
let said: () => Response;

beforeEach(() => {
  said = () => answer({ ...offer, state: "accepted", status: "Pending" }, "Requested.");
  server.mockImplementation(async ({ method, url }) => {
    if (url.endsWith("/reference")) return answer({ states: [] });
    return method === "GET" ? answer(offer) : said();
  });
});

const show = () => renderPage(<Page title="A time has become free" />, { at: "/waitlist/offer#token" });
const written = () => server.mock.calls.map(([request]) => request).filter(({ method }) => method !== "GET");

test("opening the page accepts nothing; a button accepts by the token, without a login", async () => {
  show();
  expect(await screen.findByText("Dr. Anil Kumar")).toBeDefined();
  for (const text of ["10:15 am", "₹300", "Main Road, Kollam", /^Held for you until .*9:42 am/])
    expect(screen.getByText(text), String(text)).toBeDefined();
  expect(written()).toHaveLength(0);
  await userEvent.click(screen.getByRole("button", { name: "Take this time" }));
  expect(await screen.findByText(/^It is yours. The doctor still has to approve/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Take this time" })).toBeNull();
  expect(written().map(({ url }) => new URL(url).pathname)).toEqual(["/user/api/waitlist/accept"]);
  expect(written()[0]?.headers.get("Authorization")).toBe("Bearer token");
});

test("it can be declined, and the place in line stays", async () => {
  said = () => answer({ ...offer, state: "declined" }, "Declined.");
  show();
  await userEvent.click(await screen.findByRole("button", { name: "No, thank you" }));
  expect(await screen.findByText(/^You declined this time/)).toBeDefined();
  expect(written().map(({ url }) => new URL(url).pathname)).toEqual(["/user/api/waitlist/decline"]);
});

test.each([
  ["accepted", "Checked", "It is yours, and the visit is confirmed."],
  ["expired", null, /^This time is no longer held for you/],
  ["gone", null, /^This time is no longer available/],
  ["something new", null, /^This time is no longer available/],
])("an offer that is %s says so and has no buttons", async (state, status, text) => {
  server.mockImplementation(async () => answer({ ...offer, state, status }));
  show();
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Take this time" })).toBeNull();
});

test("an offer that ended meanwhile shows how it stands, and a lost line says so", async () => {
  said = () => {
    server.mockImplementation(async () => answer({ ...offer, state: "expired" }));
    return refused(410, "link_ended", "It has ended.");
  };
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Take this time" }));
  expect(await screen.findByText(/^This time is no longer held for you/)).toBeDefined();
});

test("without a connection it says so, and the offer stays", async () => {
  show();
  const accept = await screen.findByRole("button", { name: "Take this time" });
  server.mockImplementation(() => Promise.reject(new TypeError("failed")));
  await userEvent.click(accept);
  await screen.findByRole("button", { name: "Take this time" });
  await expect.poll(() => takeToasts().map(({ tone }) => tone)).toContain("bad");
});

test("a link that has ended or has no token says so", async () => {
  server.mockImplementation(async () => refused(410, "link_ended", "It has ended."));
  show();
  expect(await screen.findByText("This offer has ended, or the link is incomplete.")).toBeDefined();
});

test("an account without a number is led to the form", async () => {
  said = () => refused(409, "not_changeable", "Please log in to take this time.");
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Take this time" }));
  const link = await screen.findByRole("link", { name: "Log in and book" });
  expect(link.getAttribute("href")).toBe("/doctors/d1");
});
