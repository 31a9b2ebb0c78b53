import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { components } from "../../../api/schema";
import { bookedDoctor } from "../../../testing/bookings";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./follow-up";

type FollowUp = components["schemas"]["LinkedFollowUpView"];

const proposed: FollowUp = {
  doctorId: bookedDoctor,
  day: "2024-01-09",
  withoutFee: true,
  state: "proposed",
  slots: [
    { date: "Jan 9, 2024", time: "10:15", startsAt: "2024-01-09T10:15:00+05:30", place: null, fee: 0 },
    { date: "Jan 9, 2024", time: "11:00", startsAt: "2024-01-09T11:00:00+05:30", place: null, fee: 0 },
  ],
  visitPage: null,
};

let followUp: FollowUp;
let taken: () => Response;
let sent: object[];

beforeEach(() => {
  followUp = proposed;
  sent = [];
  taken = () => answer({ ...proposed, state: "booked", slots: [], visitPage: "/visit#private" }, "Booked.");
  server.mockImplementation(async (request) => {
    if (request.url.endsWith("/reference")) return answer({ states: [] });
    if (request.method === "GET") return answer(followUp);
    sent.push(await request.json());
    return taken();
  });
});

const show = () => renderPage(<Page title="Time for your next visit" />, { at: "/followup#token" });

test("opening the page books nothing; a press on a time books it without a login and leads to the visit", async () => {
  show();
  expect(
    await screen.findByRole("heading", { name: /^Dr. Anil Kumar asked you to come again/ }),
  ).toBeDefined();
  expect(screen.getByText("No fee")).toBeDefined();
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: /10:15 am/ }));
  expect(await screen.findByText("It is booked and confirmed.")).toBeDefined();
  expect(sent).toEqual([{ date: "2024-01-09", time: "10:15" }]);
  expect(screen.getByRole("link", { name: "See the visit" }).getAttribute("href")).toBe("/visit#private");
});

test("one that the doctor has to approve says so", async () => {
  followUp = { ...proposed, state: "booked", slots: [] };
  show();
  expect(await screen.findByText(/^It is requested/)).toBeDefined();
  expect(screen.queryByRole("link", { name: "See the visit" })).toBeNull();
});

test.each(["over", "declined", "something new"])(
  "one that is %s offers the doctor's other times",
  async (state) => {
    followUp = { ...proposed, state, slots: [] };
    show();
    expect(await screen.findByText(/^There is nothing to choose here any more/)).toBeDefined();
    expect(screen.getByRole("link", { name: "See other times" }).getAttribute("href")).toBe("/doctors/d1");
  },
);

test("without free times it says so, and an ended link too", async () => {
  followUp = { ...proposed, slots: [] };
  const shown = show();
  expect(await screen.findByText(/^Nothing is free at the moment/)).toBeDefined();
  shown.unmount();
  server.mockImplementation(async () => refused(410, "link_ended", "It has ended."));
  show();
  expect(await screen.findByText(/^This link has ended or is incomplete/)).toBeDefined();
});
