import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./confirm-email";

const link = { email: "new@example.com", role: "doctor", confirmed: false };

/** The server's answers to the GET and to the POST. */
function open(address: string, look: () => Response, press?: () => Response) {
  server.mockImplementation(async ({ method }) => (method === "GET" ? look() : (press ?? look)()));
  renderPage(<Page title="Confirm your email address" />, { at: address });
}

const press = async () =>
  userEvent.click(await screen.findByRole("button", { name: "Confirm this address" }));
const sent = () => server.mock.calls.map(([request]) => request);

test("looking confirms nothing; the button does, and leads to the profile of the role", async () => {
  open(
    "/confirmemail#the-token",
    () => answer(link),
    () => answer({ ...link, confirmed: true }),
  );
  expect(await screen.findByText("new@example.com")).toBeDefined();
  expect(sent().map(({ method }) => method)).toEqual(["GET"]);
  await press();
  expect(await screen.findByRole("heading", { name: "Your email address is confirmed" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Go to your profile" }).getAttribute("href")).toBe(
    "/doctor/profile",
  );
  expect(document.activeElement).toBe(screen.getByRole("alert"));
  for (const { url, headers } of sent()) {
    expect(headers.get("authorization")).toBe("Bearer the-token");
    expect(url).not.toContain("the-token");
  }
});

test("a link that was used says that the address is confirmed", async () => {
  open("/confirmemail#the-token", () => answer({ ...link, role: "pharmacy", confirmed: true }));
  expect(await screen.findByRole("heading", { name: "Your email address is confirmed" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Go to your profile" }).getAttribute("href")).toBe(
    "/business/profile",
  );
});

test("an applicant confirms the address, and has no profile yet", async () => {
  const application = { ...link, own: true, application: true };
  open(
    "/confirmemail#the-token",
    () => answer(application),
    () => answer({ ...application, own: false, confirmed: true }),
  );
  expect(await screen.findByText(/You applied to Doc Care with this address/)).toBeDefined();
  await press();
  expect(await screen.findByText(/Our administrators now see that new@example.com is yours/)).toBeDefined();
  expect(screen.queryByRole("link", { name: "Go to your profile" })).toBeNull();
});

test("a link that is too old, or cut off, says so", async () => {
  open("/confirmemail#the-token", () => refused(410, "link_ended", "Because"));
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Back to login" }).getAttribute("href")).toBe("/login");
});

test("a logged-in user is led to the profile, to send a new link", async () => {
  signIn("worker", "t", "w1");
  open("/confirmemail#the-token", () => refused(410, "link_ended", "Because"));
  const profile = await screen.findByRole("link", { name: "Go to your profile" });
  expect(profile.getAttribute("href")).toBe("/business/profile");
});

test("an address without a token asks the server nothing", async () => {
  open("/confirmemail", () => answer(link));
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeDefined();
  expect(sent()).toEqual([]);
});

test("a link that ends between looking and pressing says so", async () => {
  open(
    "/confirmemail#the-token",
    () => answer(link),
    () => refused(410, "link_ended", "Because"),
  );
  await press();
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeDefined();
  expect(takeToasts()).toEqual([]);
});

test("a taken address shows the server's message", async () => {
  open(
    "/confirmemail#the-token",
    () => answer(link),
    () => refused(409, "already_registered", "Because"),
  );
  await press();
  expect(
    await screen.findByRole("heading", { name: "This address belongs to another account" }),
  ).toBeDefined();
  expect(screen.getByText("Because")).toBeDefined();
  expect(takeToasts()).toEqual([]);
});

test("a busy server is a message, and the button can be pressed again", async () => {
  open(
    "/confirmemail#the-token",
    () => answer(link),
    () => refused(503, "busy", "Because"),
  );
  await press();
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Because" }]));
  expect(screen.getByRole("button", { name: "Confirm this address" })).toBeDefined();
});

test("a link to the own address says that it shows that mails arrive", async () => {
  open("/confirmemail#the-token", () => answer({ ...link, own: true }));
  expect(await screen.findByText(/emails to this address were coming back/)).toBeDefined();
  expect(screen.queryByText("New email address")).toBeNull();
});

test("a role without a profile is led home once the address is confirmed", async () => {
  open("/confirmemail#the-token", () => answer({ ...link, role: "admin", confirmed: true }));
  const home = await screen.findByRole("link", { name: "Back to home" });
  expect(home.getAttribute("href")).toBe("/");
  expect(screen.queryByRole("link", { name: "Go to your profile" })).toBeNull();
});
