import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { forgetLoginDraft, keepLoginDraft, loginDraft } from "../../../lib/login-draft";
import { hasExpired, idOf, tokenOf } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { refused, renderPage, server } from "../../../testing/page";
import { Page } from "./login";

afterEach(() => {
  forgetLoginDraft();
  vi.useRealTimers();
});

const joined = { email: "asha@example.com", account: { name: "Asha Nair", password: "correct horse" } };

/** Channels for codes. */
let channels: string[] = [];

function show(answer: Response, state?: unknown) {
  server.mockImplementation(async ({ url }) =>
    url.endsWith("/login/ways") ? Response.json({ message: "", data: { channels } }) : answer,
  );
  renderPage(<Page />, { at: "/login", state });
}

async function logIn() {
  await userEvent.type(screen.getByPlaceholderText("Email or Mobile Number"), "9876543210");
  await userEvent.type(screen.getByLabelText("Password"), "correct horse");
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
}

const welcome = () => Response.json({ message: "Welcome", token: "secret", data: { _id: "u1" } });

test("a good login by mobile number stores id and token and goes home", async () => {
  show(welcome());
  await logIn();
  expect(await screen.findByText("/ null")).toBeDefined();
  const sent = server.mock.calls.map(([request]) => request).find(({ method }) => method === "POST");
  expect(await sent?.json()).toEqual({ email: "9876543210", password: "correct horse" });
  expect([tokenOf("user"), idOf("user")]).toEqual(["secret", "u1"]);
  expect(takeToasts()).toEqual([{ tone: "good", text: "Welcome" }]);
});

test("the login leads back to the page with its navigation state", async () => {
  show(welcome(), { from: "/viewdoctors?value=ENT&doctor=d1", fromState: { time: "09:15" } });
  await logIn();
  expect(await screen.findByText('/viewdoctors?value=ENT&doctor=d1 {"time":"09:15"}')).toBeDefined();
});

test("the way back survives a detour through the registration", () => {
  show(welcome(), { from: "/user/bookings" });
  expect(screen.getByRole("link", { name: "Sign Up" }).getAttribute("href")).toBe("/registration");
  expect(screen.getByRole("link", { name: "Forgot Password?" }).getAttribute("href")).toBe(
    "/forgotpassword?role=user",
  );
});

test("wrong credentials are a message, not an ended session", async () => {
  show(refused(401, "wrong_credentials", "Wrong e-mail or password"));
  await logIn();
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Wrong e-mail or password" }]));
  expect(hasExpired("user")).toBe(false);
  expect(tokenOf("user")).toBeNull();
  expect(screen.getByPlaceholderText<HTMLInputElement>("Email or Mobile Number").value).toBe("9876543210");
});

test("refused fields are shown at the field, without a toast", async () => {
  show(refused(422, "invalid_fields", "Check", [{ field: "email", message: "Not a name" }]));
  await logIn();
  expect(await screen.findAllByText("Not a name")).toHaveLength(2);
  expect(takeToasts()).toEqual([]);
});

test("the password can be looked at", async () => {
  show(welcome());
  const field = screen.getByLabelText<HTMLInputElement>("Password");
  expect(field.type).toBe("password");
  await userEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(field.type).toBe("text");
});

test("the mobile number is the first choice, and where codes cannot be sent the page says so", async () => {
  channels = ["sms"];
  show(welcome(), { from: "/user/bookings" });
  const [first] = screen.getAllByRole("link");
  expect(first?.textContent).toBe("Go on with your mobile number");
  expect(first?.getAttribute("href")).toBe("/login/code");
  cleanup();
  channels = [];
  show(welcome());
  expect(await screen.findByText(/needs text messages/)).toBeDefined();
  expect(screen.queryByRole("link", { name: "Go on with your mobile number" })).toBeNull();
});

const sentLogin = () => server.mock.calls.map(([request]) => request).find(({ method }) => method === "POST");

test("a new account is one press away, and goes on to where it was heading", async () => {
  keepLoginDraft(joined);
  show(welcome(), { from: "/viewdoctors?doctor=d1" });
  await userEvent.click(screen.getByRole("button", { name: "Continue as Asha Nair" }));
  expect(await screen.findByText("/viewdoctors?doctor=d1 null")).toBeDefined();
  expect(await sentLogin()?.json()).toEqual({ email: "asha@example.com", password: "correct horse" });
  expect(loginDraft()).toBeUndefined();
});

test("a new account that cannot sign in yet leaves the form, with the address filled in", async () => {
  keepLoginDraft(joined);
  show(refused(429, "too_many_tries", "Please wait"));
  await userEvent.click(screen.getByRole("button", { name: "Continue as Asha Nair" }));
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Continue as Asha Nair" })).toBeNull());
  expect(screen.getByPlaceholderText<HTMLInputElement>("Email or Mobile Number").value).toBe(
    "asha@example.com",
  );
});

test("the press is offered for ten minutes", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  keepLoginDraft(joined);
  vi.setSystemTime(Date.now() + 10 * 60_000);
  show(welcome());
  expect(screen.queryByRole("button", { name: "Continue as Asha Nair" })).toBeNull();
});

test("a number that does not sign in says what to do", async () => {
  show(refused(401, "wrong_credentials", "Wrong e-mail or password"));
  await logIn();
  expect(await screen.findByText(/log in with your email address instead/)).toBeDefined();
});
