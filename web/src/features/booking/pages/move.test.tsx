import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { components } from "../../../api/schema";
import { takeToasts } from "../../../lib/toasts";
import { bookedDoctor } from "../../../testing/bookings";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Moves } from "../components/moves";
import { Page } from "./move";

type Proposal = components["schemas"]["MoveProposalView"];

const open: Proposal = {
  _id: "v1",
  doctorId: bookedDoctor,
  patient_name: null,
  date: "Jan 8, 2024",
  time: "10:00",
  startsAt: "2024-01-08T10:00:00+05:30",
  newDate: "Jan 9, 2024",
  newTime: "10:15",
  newStartsAt: "2024-01-09T10:15:00+05:30",
  place: null,
  mode: "clinic",
  fee: 300,
  reason: "The doctor is in surgery.",
  until: "2024-01-07T12:00:00+05:30",
  state: "open",
  visitPage: null,
};

let proposals: Proposal[];
let said: () => Response;

beforeEach(() => {
  proposals = [open];
  said = () =>
    answer({ ...open, state: "accepted", until: null, visitPage: "/visit#private" }, "It is yours.");
  server.mockImplementation(async ({ method, url }) => {
    if (url.endsWith("/reference")) return answer({ states: [] });
    if (method !== "GET") return said();
    return url.includes("/user/moves/") ? answer(proposals) : answer(proposals[0]);
  });
});

const show = () => renderPage(<Page title="Another time for your visit" />, { at: "/move#token" });
const written = () =>
  server.mock.calls
    .map(([{ method, url }]) => [method, new URL(url).pathname])
    .filter(([method]) => method !== "GET");

test("opening the page changes nothing; a button accepts without a login and leads to the visit", async () => {
  show();
  expect(await screen.findByText("Dr. Anil Kumar")).toBeDefined();
  for (const text of [
    /9 Jan.*10:15 am/,
    /8 Jan.*10:00 am/,
    /7 Jan.*12:00 pm/,
    "The doctor is in surgery.",
    "₹300",
  ])
    expect(screen.getByText(text), String(text)).toBeDefined();
  expect(written()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Accept the new time" }));
  expect(await screen.findByText("The new time is yours, and the visit is confirmed.")).toBeDefined();
  expect(screen.getByRole("link", { name: "See the visit" }).getAttribute("href")).toBe("/visit#private");
  expect(written()).toEqual([["POST", "/user/api/visitmove/accept"]]);
});

test("of a visit by phone no address is shown", async () => {
  proposals = [{ ...open, mode: "phone" }];
  show();
  expect(await screen.findByText("By phone")).toBeDefined();
  expect(screen.queryByText(/Main Road/)).toBeNull();
});

test("it can be declined, and the old time stays", async () => {
  said = () => answer({ ...open, state: "declined", until: null }, "Declined.");
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Decline" }));
  expect(await screen.findByText(/^You declined the new time/)).toBeDefined();
  expect(written()).toEqual([["POST", "/user/api/visitmove/decline"]]);
});

test.each([
  ["expired", /^The new time is no longer held/],
  ["kept", /^Your old time stays, as agreed/],
  ["withdrawn", /^The session does not move after all/],
  ["ended", /^This visit was cancelled/],
  ["something new", /^This visit was cancelled/],
])("one that is %s says so and has no buttons", async (state, text) => {
  proposals = [{ ...open, state }];
  show();
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Accept the new time" })).toBeNull();
});

test("one that ended meanwhile shows how it stands, and an ended link says so", async () => {
  said = () => {
    proposals = [{ ...open, state: "expired" }];
    return refused(409, "not_changeable", "It can no longer be answered.");
  };
  const shown = show();
  await userEvent.click(await screen.findByRole("button", { name: "Accept the new time" }));
  expect(await screen.findByText(/^The new time is no longer held/)).toBeDefined();
  shown.unmount();
  server.mockImplementation(async () => refused(410, "link_ended", "It has ended."));
  show();
  expect(await screen.findByText(/^This link has ended or is incomplete/)).toBeDefined();
});

test("of a visit by phone there is no address: the doctor calls", async () => {
  proposals = [{ ...open, mode: "phone" }];
  show();
  expect(await screen.findByText("By phone")).toBeDefined();
  expect(screen.queryByText(/Main Road/)).toBeNull();
});

test("in the account a card has the patient and both answers, and is gone once it is answered", async () => {
  proposals = [{ ...open, patient_name: "Amma" }];
  said = () => {
    proposals = [];
    return answer(undefined, "Your old time stays.");
  };
  renderPage(<Moves userId="u1" />);
  expect(await screen.findByText("For Amma")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Decline" }));
  await expect.poll(() => screen.queryByText("For Amma")).toBeNull();
  expect(written()).toEqual([["DELETE", "/user/api/user/moves/u1/v1"]]);
  expect(takeToasts()).toEqual([{ tone: "good", text: "Your old time stays." }]);
});
