import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./admin-password";

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function change(confirm: string): Promise<void> {
  signIn("admin", "token");
  renderPage(<Page title="Change password" />);
  const user = userEvent.setup();
  await user.type(field("Current password"), "old-one");
  await user.type(field("New password"), "new-one-1");
  await user.type(field("Confirm Password"), confirm);
  await user.click(screen.getByRole("button", { name: "Save the password" }));
}

test("the confirmation stays in the browser, and saved passwords leave the page", async () => {
  server.mockImplementation(async () => answer(undefined, "Saved"));
  await change("new-one-1");
  await vi.waitFor(() => expect(takeToasts().map(({ text }) => text)).toEqual(["Saved"]));
  expect(await server.mock.calls[0]?.[0].json()).toEqual({ current: "old-one", password: "new-one-1" });
  expect([field("Current password").value, field("New password").value]).toEqual(["", ""]);
});

test("two different passwords are not sent", async () => {
  await change("another");
  expect(await screen.findAllByText("Password not match")).not.toHaveLength(0);
  expect(server).not.toHaveBeenCalled();
});

test("a wrong current password is said at its field, and nothing typed is lost", async () => {
  const errors = [{ field: "current", message: "Wrong." }];
  server.mockImplementation(async () => refused(422, "invalid_fields", "x", errors));
  await change("new-one-1");
  expect(await screen.findAllByText("Wrong.")).not.toHaveLength(0);
  expect(field("New password").value).toBe("new-one-1");
});
