import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { addDays } from "../../../lib/days";
import { indiaTime } from "../../../lib/india-time";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused } from "../../../testing/page";
import {
  acts,
  donor,
  fill,
  lines,
  open,
  press,
  pressInDialog,
  request,
  shown,
  told,
} from "../../../testing/private-pages";

const today = indiaTime(Date.now()).day;

const reveal = {
  request,
  what: { Name: "Asha Nair", phoneHint: "98••••••10" },
  firstAt: "2099-01-04T10:00:00Z",
  lastAt: "2099-01-04T12:30:00Z",
  times: 3,
  lasts: true,
};

test("a donor reads who saw the number, when, and whether they still do", async () => {
  const before = { ...reveal, what: null, request: null, times: 1, lasts: false };
  told.seen = shown([reveal, { ...before, firstAt: "2098-01-04T10:00:00Z" }]);
  open("/blooddonor", donor);
  const part = within(await screen.findByRole("region", { name: "Who saw your number" }));
  const [now, then] = (await part.findAllByRole("listitem")).map((item) => within(item));
  expect(now?.getByRole("heading", { name: "Requester at General Hospital, Ernakulam" })).toBeDefined();
  for (const text of [
    "Still shown",
    "B+, needed by Mon 5 Jan 2099",
    "Asha Nair, 98••••••10",
    "3 times",
    "Sun 4 Jan 2099, 3:30 pm",
    "Sun 4 Jan 2099, 6:00 pm",
  ]) {
    expect(now?.getByText(text)).toBeDefined();
  }
  expect(then?.getByText("No longer shown")).toBeDefined();
  expect(then?.getByText("Your name and number")).toBeDefined();
  expect(then?.getByText("once")).toBeDefined();
});

test("a failed list of disclosures has a note, and the rest of the donor's page stays", async () => {
  told.seen = () => refused(503, "busy", "Please try again.");
  open("/blooddonor", donor);
  expect(await screen.findByText("Please try again.")).toBeDefined();
  expect(screen.getByText("You are ready to help")).toBeDefined();
  told.seen = shown([]);
  await press("Try again");
  expect(await screen.findByText("No one has seen it so far.")).toBeDefined();
});

test("a donor pauses until a day, or openly, and comes back", async () => {
  told.act = shown({ ...donor, status: "paused" });
  open("/blooddonor", donor);
  await press("Pause");
  expect(await screen.findByText("Paused until you come back")).toBeDefined();
  expect(await acts()[0]?.json()).toEqual({});
  told.act = shown(donor);
  await press("I am back");
  expect(await screen.findByText("You are ready to help")).toBeDefined();
  await userEvent.click(screen.getByRole("radio", { name: "Until a date" }));
  fill("Until", today);
  await press("Pause");
  expect(await screen.findByText("This day cannot be chosen: Until.")).toBeDefined();
  expect(acts()).toHaveLength(2);
  fill("Until", addDays(today, 1));
  told.act = shown({ ...donor, status: "paused", pausedUntil: addDays(today, 1) });
  await press("Pause");
  await screen.findByText(/^Paused until \w+ \d+ \w+/);
  expect(await acts()[2]?.json()).toEqual({ until: addDays(today, 1) });
});

test("a donation is reported for today unless another day is chosen", async () => {
  told.act = shown({ ...donor, status: "resting", canGiveFrom: "2099-05-05", lastDonation: "2099-01-05" });
  open("/blooddonor", donor);
  await press("I gave blood");
  expect(await screen.findByText("You can give again from Tue 5 May 2099")).toBeDefined();
  expect(await acts()[0]?.json()).toEqual({ date: today });
});

test("only what is changed is sent", async () => {
  told.act = shown({ ...donor, Age: 35 });
  open("/blooddonor", donor);
  await press("Change my details");
  fill("Age", "35");
  await press("Save changes");
  expect(await screen.findByRole("button", { name: "Change my details" })).toBeDefined();
  expect(lines()).toEqual(["PUT /user/api/blooddonor"]);
  expect(await acts()[0]?.json()).toEqual({ Age: "35" });
});

test("a second registration is shown with its differences until it is accepted", async () => {
  told.act = shown({ ...donor, Age: 40 });
  const registered = { ...donor, Age: 40, consent: false, version: "v1", newEmail: "asha@else.org" };
  open("/blooddonor", { ...donor, change: { ...registered, differs: ["Age", "Email", "consent"] } });
  const change = within(await screen.findByRole("region", { name: "Is this change yours?" }));
  expect(change.getByText("34").tagName).toBe("DEL");
  expect(change.getByText("40").tagName).toBe("INS");
  expect(change.getByText("a•••@e•••.org").tagName).toBe("DEL");
  expect(change.getByText("asha@else.org").tagName).toBe("INS");
  expect(change.getByText("No").tagName).toBe("INS");
  expect(change.getByText("Asha Nair").tagName).toBe("DD");
  await press("Yes, use these details");
  await vi.waitFor(() => expect(screen.queryByRole("region", { name: "Is this change yours?" })).toBeNull());
  expect(lines()).toEqual(["POST /user/api/blooddonor/change"]);
  expect(await acts()[0]?.json()).toEqual({ version: "v1" });
});

test("an outdated version is not accepted, and the page shows the current one", async () => {
  const change = { ...donor, version: "v1", differs: ["Age"], newEmail: null };
  told.act = () => {
    told.view = shown({ ...donor, change: { ...change, Age: 50, version: "v2" } });
    return refused(409, "not_changeable", "Please look again.");
  };
  open("/blooddonor", { ...donor, change: { ...change, Age: 40 } });
  await press("Yes, use these details");
  expect(await screen.findByText("50")).toBeDefined();
  expect(takeToasts()).toEqual([{ tone: "bad", text: "Please look again." }]);
});

test("a registration counts once its donor presses the button, and only then is there more to do", async () => {
  told.act = () => answer(donor, "Confirmed.");
  open("/blooddonor", { ...donor, status: "unconfirmed", canConfirm: true });
  expect(await screen.findByText("Please confirm")).toBeDefined();
  for (const name of ["Pause", "I gave blood", "Cancel all other links"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
  expect(screen.getByRole("button", { name: "Erase my data" })).toBeDefined();
  await press("Yes, I want to be a donor");
  expect(await screen.findByText("You are ready to help")).toBeDefined();
  expect(lines()).toEqual(["POST /user/api/blooddonor/confirm"]);
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

test("a link that proves no address leads to one that does", async () => {
  open("/blooddonor", { ...donor, status: "unconfirmed" });
  expect(await screen.findByRole("link", { name: "Get my private link" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Yes, I want to be a donor" })).toBeNull();
});

test("a new address waits for its own link, which confirms it", async () => {
  const waiting = { ...donor, newEmailHint: "n•••@e•••.org" };
  const page = open("/blooddonor", waiting);
  expect(await screen.findByText(/We sent an email to n•••@e•••.org/)).toBeDefined();
  page.unmount();
  told.act = shown({ ...donor, emailHint: "n•••@e•••.org" });
  open("/blooddonor", { ...waiting, canConfirm: true });
  expect(await screen.findByText("Is this your new address?")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Cancel all other links" })).toBeNull();
  await press("Yes, use this address");
  await vi.waitFor(() => expect(screen.queryByText("Is this your new address?")).toBeNull());
  expect(screen.getByRole("button", { name: "Cancel all other links" })).toBeDefined();
  expect(lines()).toEqual(["POST /user/api/blooddonor/confirm"]);
});

test("all other links end after a question", async () => {
  told.act = () => answer(undefined, "Ended.");
  open("/blooddonor", donor);
  await press("Cancel all other links");
  expect(acts()).toEqual([]);
  await pressInDialog("Cancel all other links");
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "Ended." }]));
  expect(lines()).toEqual(["DELETE /user/api/blooddonor/links"]);
});

test("erasing is asked about, and leads home without the dead link behind it", async () => {
  told.act = () => answer(undefined, "Erased.");
  open("/blooddonor", donor);
  await press("Erase my data");
  expect(acts()).toEqual([]);
  await pressInDialog("Erase my data");
  expect(await screen.findByText("/ null")).toBeDefined();
  expect(lines()).toEqual(["DELETE /user/api/blooddonor"]);
  expect(takeToasts()).toEqual([{ tone: "good", text: "Erased." }]);
});

test.each([
  ["Pause", undefined],
  ["Erase my data", "Erase my data"],
])("a link that ends while the page is open is said after “%s”", async (name, inDialog) => {
  told.act = () => {
    told.view = () => refused(410, "link_ended", "Ended");
    return told.view();
  };
  open("/blooddonor", donor);
  await press(name);
  if (inDialog) await pressInDialog(inDialog);
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeDefined();
});
