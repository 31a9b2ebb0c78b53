import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./stop-reminders";

function open(address: string, press: () => Response) {
  server.mockImplementation(async () => press());
  renderPage(<Page title="Stop reminders" />, { at: address });
}

const press = async () => userEvent.click(await screen.findByRole("button", { name: "Stop all reminders" }));
const sent = () => server.mock.calls.map(([request]) => request);

test("opening the link stops nothing; the button does, without a login", async () => {
  open("/reminders/stop#the-token", () => answer(undefined, "Stopped"));
  expect(sent()).toEqual([]);
  await press();
  expect(await screen.findByRole("heading", { name: "Reminders are off" })).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole("alert"));
  expect(sent().map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer the-token"]);
  expect(takeToasts()).toEqual([]);
});

test("the address in a mail's header works as a link too", async () => {
  open("/reminders/stop?token=the-token", () => answer(undefined, "Stopped"));
  await press();
  expect(await screen.findByRole("heading", { name: "Reminders are off" })).toBeDefined();
  expect(sent().map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer the-token"]);
});

test("a link that is cut off says so", async () => {
  open("/reminders/stop#the-tok", () => refused(410, "link_ended", "Because"));
  await press();
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeDefined();
});

test("an address without a token asks the server nothing", async () => {
  open("/reminders/stop", () => answer(undefined, "Stopped"));
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeDefined();
  expect(sent()).toEqual([]);
});

test("a busy server is a message, and the button can be pressed again", async () => {
  open("/reminders/stop?token=the-token", () => refused(503, "busy", "Because"));
  await press();
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Because" }]));
  expect(screen.getByRole("button", { name: "Stop all reminders" })).toBeDefined();
});
