import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./report-application";

const entry = { name: "Meera Nair", role: "doctor", reported: false };

/** The server's answers to the GET and to the POST. */
function open(address: string, look: () => Response, press?: () => Response) {
  server.mockImplementation(async ({ method }) => (method === "GET" ? look() : (press ?? look)()));
  renderPage(<Page title="This was not me" />, { at: address });
}

const press = async () =>
  userEvent.click(await screen.findByRole("button", { name: "This was not me: suspend it" }));
const sent = () => server.mock.calls.map(([request]) => request);

test("looking suspends nothing; the button does, without a login", async () => {
  open(
    "/application/report#the-token",
    () => answer(entry),
    () => answer({ ...entry, reported: true }),
  );
  expect(await screen.findByText("Meera Nair")).toBeDefined();
  expect(sent().map(({ method }) => method)).toEqual(["GET"]);
  await press();
  expect(await screen.findByRole("heading", { name: "Thank you for telling us" })).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole("alert"));
  for (const { url, headers } of sent()) {
    expect(headers.get("authorization")).toBe("Bearer the-token");
    expect(url).not.toContain("the-token");
  }
});

test("a link that was used says so", async () => {
  open("/application/report#the-token", () => answer({ ...entry, reported: true }));
  expect(await screen.findByRole("heading", { name: "Thank you for telling us" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "This was not me: suspend it" })).toBeNull();
});

test("a link that is too old leads to the contact page", async () => {
  open("/application/report#the-token", () => refused(410, "link_ended", "Because"));
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Contact us" }).getAttribute("href")).toBe("/contact");
});

test("an address without a token asks the server nothing", async () => {
  open("/application/report", () => answer(entry));
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeDefined();
  expect(sent()).toEqual([]);
});

test("a busy server is a message, and the button can be pressed again", async () => {
  open(
    "/application/report#the-token",
    () => answer(entry),
    () => refused(503, "busy", "Because"),
  );
  await press();
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Because" }]));
  expect(screen.getByRole("button", { name: "This was not me: suspend it" })).toBeDefined();
});
