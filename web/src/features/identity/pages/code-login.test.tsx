import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { idOf, tokenOf } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./code-login";

const welcome = () => Response.json({ message: "Welcome", token: "secret", data: { _id: "u1" } });
let second: () => Response;
/** Ways on which codes come. */
let channels: string[];

beforeEach(() => {
  second = welcome;
  channels = ["sms"];
  server.mockImplementation(async ({ url }) =>
    url.endsWith("/login/ways")
      ? answer({ channels })
      : url.endsWith("/register/phone")
        ? answer({ challenge: "c1" }, "We sent a code")
        : second(),
  );
  renderPage(<Page title="Log in with a code" />, { at: "/login/code", state: { from: "/user/bookings" } });
});

const sent = () =>
  Promise.all(
    server.mock.calls.filter(([{ method }]) => method === "POST").map(([request]) => request.clone().json()),
  );

async function askForCode() {
  await userEvent.type(screen.getByLabelText("Phone Number"), "9876543210");
  await userEvent.click(screen.getByRole("button", { name: "Send me a code" }));
  await screen.findByText("We sent a code");
}

async function typeCode() {
  await userEvent.type(screen.getByLabelText("Code"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
}

test("the code that came signs in, and leads back", async () => {
  await askForCode();
  await typeCode();
  expect(await screen.findByText(/^\/user\/bookings/)).toBeDefined();
  const bodies = await sent();
  expect(bodies).toEqual([{ phone_number: "9876543210" }, { challenge: "c1", code: "123456" }]);
  expect([tokenOf("user"), idOf("user")]).toEqual(["secret", "u1"]);
});

test("a wrong code is said at the field, and an ended one begins anew", async () => {
  await askForCode();
  second = () => refused(401, "wrong_code", "The code is not correct");
  await typeCode();
  expect((await screen.findAllByText("The code is not correct")).length).toBeGreaterThan(0);
  second = () => refused(410, "challenge_ended", "Too much time has passed");
  await userEvent.clear(screen.getByLabelText("Code"));
  await typeCode();
  expect(await screen.findByLabelText("Phone Number")).toBeDefined();
  expect(takeToasts()).toEqual([{ tone: "bad", text: "Too much time has passed" }]);
});

test("a new number is asked for a name, once, with the code that came", async () => {
  await askForCode();
  expect(screen.queryByLabelText("Your name")).toBeNull();
  second = () =>
    refused(422, "invalid_fields", "This number is new here", [
      { field: "username", message: "This number is new here" },
    ]);
  await typeCode();
  const name = await screen.findByLabelText("Your name");
  // The next step, no mistake.
  expect(screen.getByText("This number is new here")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(name.getAttribute("aria-invalid")).toBeNull();
  expect(screen.getByRole("link", { name: "Privacy" }).getAttribute("href")).toBe("/privacy");
  await userEvent.type(name, "Devi Nair");
  second = welcome;
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText(/^\/user\/bookings/)).toBeDefined();
  expect((await sent()).at(-1)).toEqual({ challenge: "c1", code: "123456", username: "Devi Nair" });
});

test("an account without a password is offered the link alone", async () => {
  await askForCode();
  second = () =>
    refused(422, "invalid_fields", "Ask for a link", [{ field: "link", message: "Ask for a link" }]);
  await typeCode();
  expect(await screen.findByRole("button", { name: "Email me a link" })).toBeDefined();
  expect(screen.queryByLabelText("Password")).toBeNull();
});

test("where no messages are set up, the page says so and leads to the password", async () => {
  cleanup();
  channels = [];
  renderPage(<Page title="Log in with a code" />, { at: "/login/code" });
  expect(await screen.findByText(/needs text messages/)).toBeDefined();
  expect(screen.queryByLabelText("Phone Number")).toBeNull();
  expect(screen.getByRole("link", { name: "Log in with your password" }).getAttribute("href")).toBe("/login");
});

const passwordNeeded = () =>
  refused(422, "invalid_fields", "It is long since", [{ field: "password", message: "It is long since" }]);

test("a link by mail takes the place of the password", async () => {
  await askForCode();
  expect(screen.queryByRole("button", { name: "Email me a link" })).toBeNull();
  second = passwordNeeded;
  await typeCode();
  second = () => answer(undefined, "We sent a link");
  await userEvent.click(await screen.findByRole("button", { name: "Email me a link" }));
  expect(await screen.findByText("We sent a link")).toBeDefined();
  const last = server.mock.calls.at(-1)?.[0];
  expect(new URL(last?.url ?? "").pathname).toBe("/user/api/login/phone/link");
  expect(await last?.clone().json()).toEqual({ challenge: "c1", code: "123456" });
});

test("a number that was not used for long needs the password beside the code", async () => {
  await askForCode();
  second = passwordNeeded;
  await typeCode();
  expect((await screen.findAllByText("It is long since")).length).toBeGreaterThan(0);
  await userEvent.type(screen.getByLabelText("Password"), "my password");
  second = welcome;
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText(/^\/user\/bookings/)).toBeDefined();
  const bodies = await sent();
  expect(bodies.at(-1)).toEqual({ challenge: "c1", code: "123456", password: "my password" });
});

test("who got the number from somebody else starts with an empty account, under a name of their own", async () => {
  await askForCode();
  expect(screen.queryByRole("button", { name: "Start with an empty account" })).toBeNull();
  second = passwordNeeded;
  await typeCode();
  second = () =>
    refused(422, "invalid_fields", "This number is new here", [
      { field: "username", message: "This number is new here" },
    ]);
  await userEvent.click(await screen.findByRole("button", { name: "Start with an empty account" }));
  await userEvent.type(await screen.findByLabelText("Your name"), "Gopi");
  expect(screen.queryByLabelText("Password")).toBeNull();
  second = welcome;
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText(/^\/user\/bookings/)).toBeDefined();
  const code = { challenge: "c1", code: "123456", startAnew: true };
  expect((await sent()).slice(-2)).toEqual([code, { ...code, username: "Gopi" }]);
});

test("a page that was loaded anew still asks for the code that was sent", async () => {
  await askForCode();
  const kept = { ...window.sessionStorage };
  cleanup();
  for (const [key, value] of Object.entries(kept)) window.sessionStorage.setItem(key, value);
  renderPage(<Page title="Log in with a code" />, { at: "/login/code" });
  expect(await screen.findByText("We sent a code")).toBeDefined();
  await typeCode();
  expect(await server.mock.lastCall?.[0].clone().json()).toEqual({ challenge: "c1", code: "123456" });
});

test("a code that the browser read from the message is filled in", async () => {
  const get = vi.fn(async () => ({ code: "654321" }));
  vi.stubGlobal("OTPCredential", class {});
  Object.defineProperty(navigator, "credentials", { value: { get }, configurable: true });
  await askForCode();
  expect(await screen.findByDisplayValue("654321")).toBeDefined();
  expect(get).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ otp: { transport: ["sms"] } }));
  Reflect.deleteProperty(window, "OTPCredential");
});
