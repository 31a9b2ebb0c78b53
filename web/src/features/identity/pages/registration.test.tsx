import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetLoginDraft, loginDraft } from "../../../lib/login-draft";
import { takeToasts } from "../../../lib/toasts";
import { refused, renderPage, server } from "../../../testing/page";
import { Page } from "./registration";

const alert = vi.fn();

beforeEach(() => vi.stubGlobal("alert", alert));

afterEach(() => {
  alert.mockReset();
  forgetLoginDraft();
});

const show = () => renderPage(<Page />, { at: "/registration" });

const typed = {
  Username: "Asha Nair",
  Email: "asha@example.com",
  "Phone Number": "98765 43210",
  Password: "correct horse",
  "Confirm Password": "correct horse",
};

const typedAt = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

async function send(values: Record<string, string> = typed) {
  for (const [label, text] of Object.entries(values)) {
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), text);
  }
  await userEvent.click(screen.getByRole("button", { name: "Sign Up" }));
}

function expectNothingLost() {
  expect(Object.keys(typed).map(typedAt)).toEqual(Object.values(typed));
}

test("different passwords are an error in the summary and at the field, and nothing is sent; correcting either sends it", async () => {
  show();
  await send({ ...typed, "Confirm Password": "incorrect" });
  // In the summary and at the field.
  expect(await screen.findAllByText("Password not match")).toHaveLength(2);
  expect(takeToasts()).toEqual([{ tone: "bad", text: "Password not match" }]);
  expect(server).not.toHaveBeenCalled();

  server.mockResolvedValue(Response.json({ message: "Done", data: { _id: "u1" } }, { status: 201 }));
  await send({ Password: "incorrect" });
  expect(await screen.findByText("/login null")).toBeDefined();
});

test("a new account leads to the login; the confirmation stays here", async () => {
  show();
  server.mockResolvedValue(Response.json({ message: "Done", data: { _id: "u1" } }, { status: 201 }));
  await send();
  expect(await screen.findByText("/login null")).toBeDefined();
  expect(takeToasts()).toEqual([{ tone: "good", text: "Done" }]);
  expect(loginDraft()).toMatchObject({
    email: "asha@example.com",
    account: { name: "Asha Nair", password: "correct horse" },
  });
  expect(await server.mock.calls[0]?.[0].json()).toEqual({
    username: "Asha Nair",
    email: "asha@example.com",
    phone_number: "98765 43210",
    password: "correct horse",
  });
});

test("a registered address is an error at its field, with a link to the login", async () => {
  show();
  server.mockResolvedValue(Response.json({ message: "Already registered" }));
  await send();
  // In the summary and at the field.
  expect(await screen.findAllByText("Already registered")).toHaveLength(2);
  expectNothingLost();
  await userEvent.click(screen.getByRole("link", { name: "Log in with this address" }));
  expect(loginDraft()).toMatchObject({ email: "asha@example.com" });
  expect(loginDraft()?.account).toBeUndefined();
});

test("the way to log in goes when the address is changed", async () => {
  show();
  server.mockResolvedValue(Response.json({ message: "Already registered" }));
  await send();
  await screen.findByRole("link", { name: "Log in with this address" });
  await userEvent.type(screen.getByLabelText("Email"), "x");
  expect(screen.queryByRole("link", { name: "Log in with this address" })).toBeNull();
});

test("refused fields are listed on top and at the field", async () => {
  show();
  const errors = [{ field: "phone_number", message: "Not a mobile" }];
  server.mockResolvedValue(refused(422, "invalid_fields", "Check", errors));
  await send();
  expect(await screen.findAllByText("Not a mobile")).toHaveLength(2);
  expect([takeToasts(), alert.mock.calls]).toEqual([[], []]);
  expectNothingLost();

  await userEvent.type(screen.getByLabelText("Phone Number"), "1");
  expect(screen.getAllByText("Not a mobile")).toHaveLength(1);
});

test("a lost connection is the browser's alert, and only that", async () => {
  show();
  server.mockRejectedValue(new TypeError("failed to fetch"));
  await send();
  await vi.waitFor(() => expect(alert).toHaveBeenCalledOnce());
  expect(takeToasts()).toEqual([]);
  expectNothingLost();
});
