import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { tokenOf } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./admin-login";

function show(answers: () => Promise<Response>) {
  server.mockImplementation(answers);
  renderPage(<Page />, { at: "/admin/login" });
}

async function fillIn(email: string, password: string) {
  await userEvent.type(screen.getByLabelText("Email"), email);
  await userEvent.type(screen.getByLabelText("Password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
}

test("empty fields are named and nothing is sent", async () => {
  show(async () => answer());
  await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
  expect(await screen.findByText("Please fill in: Email.")).toBeDefined();
  expect(screen.getByText("Please fill in: Password.")).toBeDefined();
  expect(server).not.toHaveBeenCalled();
});

test("a good login stores the token and opens the dashboard", async () => {
  show(async () => Response.json({ message: "Welcome", token: "secret", data: { _id: "a1" } }));
  await fillIn("admin@example.com", "correct horse");
  expect(await screen.findByText("/admin/home/dashboard null")).toBeDefined();
  expect(tokenOf("admin")).toBe("secret");
  expect(takeToasts()).toEqual([{ tone: "good", text: "Welcome" }]);
});

test("a refused login shows the server's message and stores nothing", async () => {
  show(async () => refused(401, "bad_credentials", "Wrong password"));
  await fillIn("admin@example.com", "wrong");
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Wrong password" }]));
  expect(tokenOf("admin")).toBeNull();
});

test("refused fields are listed on top and at the field", async () => {
  show(async () => refused(422, "invalid", "Check", [{ field: "email", message: "Not an address" }]));
  await fillIn("a@b", "x");
  expect(await screen.findAllByText("Not an address")).toHaveLength(2);
  expect(screen.getByRole("alert").textContent).toContain("Please check the following:");
});

test("a lost connection is said as such", async () => {
  show(async () => {
    throw new TypeError("failed to fetch");
  });
  await fillIn("admin@example.com", "x");
  await vi.waitFor(() => expect(takeToasts()[0]?.text).toContain("We could not reach the server."));
});

test("a second press while the answer is on its way sends nothing", async () => {
  let finish: (response: Response) => void = () => undefined;
  show(() => new Promise((resolve) => (finish = resolve)));
  await fillIn("admin@example.com", "x");
  await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
  await userEvent.type(screen.getByLabelText("Password"), "{Enter}");
  expect(server).toHaveBeenCalledTimes(1);
  finish(Response.json({ message: "Welcome", token: "t", data: { _id: "a" } }));
  expect(await screen.findByText("/admin/home/dashboard null")).toBeDefined();
});

const codeOwed = () =>
  Response.json(
    { code: "second_factor_required", message: "The code", errors: [], challenge: "c1" },
    { status: 401 },
  );

/** A login that requires a code; a test sets the answer to the code. */
async function showCodeStep() {
  const answers = { code: () => refused(401, "wrong_code", "Not that one.") };
  show(async () => codeOwed());
  server.mockImplementation(async ({ url }) => (url.endsWith("/code") ? answers.code() : codeOwed()));
  await fillIn("admin@example.com", "correct horse");
  await screen.findByRole("heading", { name: "Enter the code" });
  return answers;
}

async function sendCode(label: string, code: string) {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), code);
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
}

test("a second factor is asked for after the password, once", async () => {
  const answers = await showCodeStep();
  const field = screen.getByLabelText<HTMLInputElement>("Code");
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
  expect([field.autocomplete, field.inputMode]).toEqual(["one-time-code", "numeric"]);
  await sendCode("Code", "111111");
  expect(await screen.findAllByText("Not that one.")).not.toHaveLength(0);
  expect(takeToasts()).toEqual([]);
  answers.code = () => Response.json({ message: "Welcome", token: "secret", data: { _id: "a1" } });
  await sendCode("Code", "123 456");
  expect(await screen.findByText("/admin/home/dashboard null")).toBeDefined();
  expect(tokenOf("admin")).toBe("secret");
  const last = server.mock.calls.at(-1)?.[0];
  expect(new URL(last?.url ?? "").pathname).toBe("/admin/api/login/code");
  expect(await last?.json()).toEqual({ challenge: "c1", code: "123 456" });
});

test("a recovery code will do, and one can start again", async () => {
  await showCodeStep();
  await sendCode("Code", "111111");
  await screen.findAllByText("Not that one.");
  await userEvent.click(screen.getByRole("button", { name: "Use a recovery code" }));
  expect(screen.queryByText("Not that one.")).toBeNull();
  const field = screen.getByLabelText<HTMLInputElement>("Recovery code");
  expect(field.inputMode).toBe("");
  await sendCode("Recovery code", "AAAA-BBBB");
  expect(await server.mock.calls.at(-1)?.[0].json()).toEqual({ challenge: "c1", code: "AAAA-BBBB" });
  await userEvent.click(screen.getByRole("button", { name: "Use the code from the app" }));
  expect(screen.getByLabelText("Code")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Start again" }));
  expect(screen.getByLabelText("Password")).toBeDefined();
});

test("a login that waited too long leads back to the password, and says so", async () => {
  const answers = await showCodeStep();
  answers.code = () => refused(410, "challenge_ended", "Too much time has passed.");
  await sendCode("Code", "123456");
  expect(await screen.findByLabelText("Password")).toBeDefined();
  expect(takeToasts()).toEqual([{ tone: "bad", text: "Too much time has passed." }]);
});
