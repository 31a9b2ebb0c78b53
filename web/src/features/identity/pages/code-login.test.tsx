import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { idOf, tokenOf } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./code-login";

const welcome = () => Response.json({ message: "Welcome", token: "secret", data: { _id: "u1" } });
let second: () => Response;

beforeEach(() => {
  second = welcome;
  server.mockImplementation(async ({ url }) =>
    url.endsWith("/login/phone") ? answer({ challenge: "c1" }, "If this number is confirmed") : second(),
  );
  renderPage(<Page title="Log in with a code" />, { at: "/login/code", state: { from: "/user/bookings" } });
});

async function askForCode() {
  await userEvent.type(screen.getByLabelText("Phone Number"), "9876543210");
  await userEvent.click(screen.getByRole("button", { name: "Send me a code" }));
  await screen.findByText("If this number is confirmed");
}

async function typeCode() {
  await userEvent.type(screen.getByLabelText("Code"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
}

test("the code that came signs in, and leads back", async () => {
  await askForCode();
  await typeCode();
  expect(await screen.findByText(/^\/user\/bookings/)).toBeDefined();
  const bodies = await Promise.all(server.mock.calls.map(([request]) => request.clone().json()));
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
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
  expect(await screen.findByText(/^\/user\/bookings/)).toBeDefined();
  const bodies = await Promise.all(server.mock.calls.map(([request]) => request.clone().json()));
  expect(bodies.at(-1)).toEqual({ challenge: "c1", code: "123456", password: "my password" });
});

test("a page that was loaded anew still asks for the code that was sent", async () => {
  await askForCode();
  const kept = { ...window.sessionStorage };
  cleanup();
  for (const [key, value] of Object.entries(kept)) window.sessionStorage.setItem(key, value);
  renderPage(<Page title="Log in with a code" />, { at: "/login/code" });
  expect(await screen.findByText("If this number is confirmed")).toBeDefined();
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
