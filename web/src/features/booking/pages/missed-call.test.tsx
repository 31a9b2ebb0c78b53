import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { components } from "../../../api/schema";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./missed-call";

type MissedCall = components["schemas"]["MissedCallView"];

const day = "2024-01-09";
const open: MissedCall = {
  doctorId: {
    _id: "d1",
    full_Name: "Anil Kumar",
    specialization: "Cardiology",
    consultation_Address: "Main Road",
    consultation_Fee: 199,
    district: "Kollam",
    registrationNumber: "TCMC-7",
  },
  date: "Jan 5, 2024",
  time: "10:00",
  startsAt: "2024-01-05T10:00:00+05:30",
  fee: 199,
  state: "open",
  until: "2024-01-12T10:00:00+05:30",
};

let call: MissedCall;
let said: () => Response;

beforeEach(() => {
  call = open;
  said = () => answer({ ...open, state: "moved", until: null, startsAt: `${day}T10:00:00+05:30` }, "Moved.");
  server.mockImplementation(async ({ method, url }) => {
    if (method !== "GET") return said();
    if (url.includes("/reference")) return answer({ states: [] });
    if (url.includes("/availability")) return answer([{ day, date: "Jan 9, 2024", free: 1 }]);
    if (url.includes("/slots")) return answer([{ time: "10:00", startsAt: `${day}T10:00:00+05:30` }]);
    return answer(call);
  });
});

const show = () => renderPage(<Page title="Your consultation by phone" />, { at: "/missedcall#token" });
const asked = () => server.mock.calls.map(([request]) => request);
const written = () => asked().filter(({ method }) => method !== "GET");

test("opening the page changes nothing; the patient moves the consultation to a time by phone without a login", async () => {
  show();
  expect(await screen.findByText("Dr. Anil Kumar")).toBeDefined();
  expect(screen.getByText(/^Until Fri 12 Jan 2024, 10:00 am you can move/)).toBeDefined();
  expect(screen.getByText("₹199")).toBeDefined();
  expect(written()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Move free of charge" }));
  await userEvent.click(await screen.findByRole("radio", { name: "10:00 am, available" }));
  await userEvent.click(
    within(screen.getByRole("dialog")).getByRole("button", { name: "Move to this time" }),
  );
  expect(await screen.findByText(/^The consultation is moved, free of charge/)).toBeDefined();
  expect(screen.getByRole("link", { name: "My bookings" })).toBeDefined();
  const [move] = written();
  expect(new URL(move?.url ?? "").pathname).toBe("/user/api/missedcall/move");
  expect(move?.headers.get("Authorization")).toBe("Bearer token");
  expect(await move?.json()).toEqual({ date: day, time: "10:00" });
  for (const { url } of asked().filter(({ url }) => /slots|availability/.test(url)))
    expect(url).toContain("mode=phone");
});

test("it is cancelled after a question", async () => {
  said = () => answer({ ...open, state: "cancelled", until: null }, "Cancelled.");
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(written()).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Cancel the booking" }));
  expect(await screen.findByText("The consultation is cancelled.")).toBeDefined();
  expect(written().map(({ url }) => new URL(url).pathname)).toEqual(["/user/api/missedcall/cancel"]);
});

test.each([
  ["moved", /^The consultation is moved/],
  ["cancelled", /^The consultation is cancelled/],
  ["over", /^This consultation can no longer be moved/],
  ["something new", /^This consultation can no longer be moved/],
])("one that is %s says so and has no buttons", async (state, text) => {
  call = { ...open, state, until: null };
  show();
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Move free of charge" })).toBeNull();
});

test("a link that has ended leads to the bookings", async () => {
  server.mockImplementation(async () => refused(410, "link_ended", "It has ended."));
  show();
  expect(await screen.findByText(/^This link has ended or is incomplete/)).toBeDefined();
  expect(screen.getByRole("link", { name: "My bookings" })).toBeDefined();
});
