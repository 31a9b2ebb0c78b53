import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { expire, signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { refused, renderPage, server } from "../../../testing/page";
import { Page } from "./business-login";

function show(answer: Response, state?: unknown) {
  server.mockResolvedValue(answer);
  renderPage(<Page title="Business login" />, { at: "/forbusiness/doclogin", state });
}

async function logIn(worker?: string) {
  if (worker) await userEvent.click(screen.getByRole("radio", { name: worker }));
  await userEvent.type(screen.getByPlaceholderText("Email or Mobile Number"), "9876543210");
  await userEvent.type(screen.getByLabelText("Password"), "correct horse");
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
}

const welcome = () => Response.json({ message: "Welcome", token: "secret", data: { _id: "w1" } });

test.each([
  [undefined, "doctor", "/doctor/homepage", { docId: "w1", docToken: "secret" }],
  [
    "Hospital",
    "hospital",
    "/business/today",
    { workerId: "w1", workerToken: "secret", workerKind: "hospital" },
  ],
  [
    "Pharmacy",
    "pharmacy",
    "/business/profile",
    { workerId: "w1", workerToken: "secret", workerKind: "pharmacy" },
  ],
])("the choice %s calls the login of a %s and opens %s", async (choice, path, home, keys) => {
  show(welcome());
  await logIn(choice);
  expect(await screen.findByText(`${home} null`)).toBeDefined();
  const request = server.mock.calls[0]?.[0];
  expect(request?.url).toContain(`/user/api/${path}/login`);
  expect(await request?.json()).toEqual({ email: "9876543210", password: "correct horse" });
  expect({ ...window.localStorage }).toEqual(keys);
  expect(takeToasts()).toEqual([{ tone: "good", text: "Welcome" }]);
});

test.each([
  [undefined, "/doctor/profile", "/doctor/profile"],
  ["Doctor", "/business/doctors", "/doctor/homepage"],
  ["Hospital", "/business/doctors", "/business/doctors"],
])("the choice %s after being sent from %s leads to %s", async (choice, from, to) => {
  show(welcome(), { from });
  await logIn(choice);
  expect(await screen.findByText(`${to} null`)).toBeDefined();
});

test("a refusal is the server's message, and what was typed stays", async () => {
  show(refused(403, "not_approved", "Hospital not complited"));
  await logIn("Hospital");
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Hospital not complited" }]));
  expect(screen.getByPlaceholderText<HTMLInputElement>("Email or Mobile Number").value).toBe("9876543210");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Hospital" }).checked).toBe(true);
  expect(screen.getByRole("link", { name: "Forgot Password?" }).getAttribute("href")).toBe(
    "/forgotpassword?role=hospital",
  );
  expect(window.localStorage).toHaveLength(0);
});

test.each([
  ["pharmacy", "/business/profile", "Pharmacy"],
  ["hospital", "/business/doctors", "Hospital"],
  ["pharmacy", undefined, "Doctor"],
  ["pharmacy", "/doctor/profile", "Doctor"],
  // Logged in before the kind was stored.
  [undefined, "/business/profile", "Hospital"],
  [undefined, undefined, "Doctor"],
])("after the session of a %s ended at %s, %s is chosen", (kind, from, chosen) => {
  signIn("worker", "t", "w1", kind);
  expire("worker", "t");
  show(welcome(), from && { from });
  expect(screen.getByRole<HTMLInputElement>("radio", { checked: true }).value).toBe(chosen.toLowerCase());
});

test.each([
  [undefined, "doctor", "/doctor/homepage"],
  ["Hospital", "hospital", "/business/today"],
  ["Pharmacy", "pharmacy", "/business/profile"],
])("the code of %s is sent to the login of a %s", async (choice, path, home) => {
  const owed = { code: "second_factor_required", message: "The code", errors: [], challenge: "c1" };
  show(Response.json(owed, { status: 401 }));
  await logIn(choice);
  server.mockResolvedValue(welcome());
  await userEvent.type(await screen.findByLabelText("Code"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
  expect(await screen.findByText(`${home} null`)).toBeDefined();
  const last = server.mock.calls.at(-1)?.[0];
  expect(new URL(last?.url ?? "").pathname).toBe(`/user/api/${path}/login/code`);
  expect(await last?.json()).toEqual({ challenge: "c1", code: "123456" });
});
