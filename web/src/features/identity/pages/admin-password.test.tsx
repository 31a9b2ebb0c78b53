import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { Page } from "./admin-password";

const fetch = vi.hoisted(() => {
  const standIn = vi.fn<(input: Request) => Promise<Response>>();
  globalThis.fetch = standIn as typeof globalThis.fetch;
  return standIn;
});

afterEach(() => {
  fetch.mockReset();
  takeToasts();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function change(confirm: string): Promise<void> {
  signIn("admin", "token");
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Page title="Change password" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.type(field("Current password"), "old-one");
  await user.type(field("New password"), "new-one-1");
  await user.type(field("Confirm Password"), confirm);
  await user.click(screen.getByRole("button", { name: "Save the password" }));
}

test("the confirmation stays in the browser, and saved passwords leave the page", async () => {
  fetch.mockImplementation(async () => Response.json({ message: "Saved" }));
  await change("new-one-1");
  await vi.waitFor(() => expect(takeToasts().map(({ text }) => text)).toEqual(["Saved"]));
  expect(await fetch.mock.calls[0]?.[0].json()).toEqual({ current: "old-one", password: "new-one-1" });
  expect([field("Current password").value, field("New password").value]).toEqual(["", ""]);
});

test("two different passwords are not sent", async () => {
  await change("another");
  expect(await screen.findAllByText("Password not match")).not.toHaveLength(0);
  expect(fetch).not.toHaveBeenCalled();
});

test("a wrong current password is said at its field, and nothing typed is lost", async () => {
  const problem = { code: "invalid_fields", message: "x", errors: [{ field: "current", message: "Wrong." }] };
  fetch.mockImplementation(async () => Response.json(problem, { status: 422 }));
  await change("new-one-1");
  expect(await screen.findAllByText("Wrong.")).not.toHaveLength(0);
  expect(field("New password").value).toBe("new-one-1");
});
