import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./own-security";

const here = {
  _id: "s1",
  browser: "Firefox",
  system: "Linux",
  network: "192.0.2.7",
  signedInAt: "2024-11-15T09:00:00+05:30",
  lastUsedAt: "2024-11-16T09:00:00+05:30",
  current: true,
};
const phone = {
  ...here,
  _id: "s2",
  browser: "Chrome",
  system: "Android",
  network: "2001:db8::/64",
  current: false,
};
const unknown = { ...here, _id: "s3", browser: null, system: null, network: null, current: false };

let sessions = [here, phone, unknown];
let writes: () => Response;

beforeEach(() => {
  sessions = [here, phone, unknown];
  writes = () => Response.json({ message: "Saved", token: "newer", data: { _id: "a1" } });
  server.mockImplementation(async ({ method }) => (method === "GET" ? answer(sessions) : writes()));
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const sent = () =>
  server.mock.calls
    .map(([request]) => request)
    .filter(({ method }) => method !== "GET")
    .map(({ method, url }) => `${method} ${new URL(url).pathname}`);

/** The dialog asks for the password. */
async function confirmEnd(yes: string): Promise<void> {
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Your password"), "old-one");
  await userEvent.click(dialog.getByRole("button", { name: yes }));
}

async function change(confirm: string): Promise<void> {
  signIn("admin", "token");
  renderPage(<Page title="Password and devices" shell="admin" />);
  await userEvent.type(field("Current password"), "old-one");
  await userEvent.type(field("New password"), "new-one-1");
  await userEvent.type(field("Confirm Password"), confirm);
  await press("Save password");
}

test("a changed password renews the token, and the user stays logged in", async () => {
  writes = () => Response.json({ message: "Saved", token: "newer", data: { _id: "a1" } });
  await change("new-one-1");
  await vi.waitFor(() => expect(window.localStorage.getItem("adminToken")).toBe("newer"));
});

test("the confirmation stays in the browser, and saved passwords leave the page", async () => {
  await change("new-one-1");
  await vi.waitFor(() => expect(takeToasts().map(({ text }) => text)).toEqual(["Saved"]));
  const put = server.mock.calls.map(([request]) => request).find(({ method }) => method === "PUT");
  expect(await put?.json()).toEqual({ current_password: "old-one", password: "new-one-1" });
  expect([field("Current password").value, field("New password").value]).toEqual(["", ""]);
});

test("two different passwords are not sent", async () => {
  await change("another");
  expect(await screen.findAllByText("Password not match")).not.toHaveLength(0);
  expect(sent()).toEqual([]);
});

test("a wrong current password is shown at its field, and no input is lost", async () => {
  const errors = [{ field: "current_password", message: "Wrong." }];
  writes = () => refused(422, "invalid_fields", "x", errors);
  await change("new-one-1");
  expect(await screen.findAllByText("Wrong.")).not.toHaveLength(0);
  expect(field("New password").value).toBe("new-one-1");
});

test("the strength of a password is shown while typing", async () => {
  signIn("user", "token", "u1");
  renderPage(<Page title="Password and devices" shell="full" />);
  expect(screen.getByText("At least 8 characters")).toBeDefined();
  await userEvent.type(field("New password"), "12345678");
  expect(screen.getByText(/^Easy to guess/)).toBeDefined();
  await userEvent.clear(field("New password"));
  await userEvent.type(field("New password"), "three boats at noon");
  expect(screen.getByText(/^Good/)).toBeDefined();
});

test("each session is named, and one or all others are ended", async () => {
  signIn("admin", "token");
  renderPage(<Page title="Password and devices" shell="admin" />);
  const rows = await screen.findAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    "Firefox on LinuxThis deviceLogged in: Fri 15 Nov 2024, 9:00 am · Network: 192.0.2.7",
    "Chrome on AndroidLogged in: Fri 15 Nov 2024, 9:00 am · Network: 2001:db8::/64Last used: Sat 16 Nov 2024, 9:00 amLog out",
    "Unknown deviceLogged in: Fri 15 Nov 2024, 9:00 amLast used: Sat 16 Nov 2024, 9:00 amLog out",
  ]);
  const [own, other] = rows;
  expect(own && within(own).queryByRole("button")).toBeNull();
  sessions = [here, unknown];
  if (other) await userEvent.click(within(other).getByRole("button", { name: "Log out" }));
  await confirmEnd("Log out");
  await vi.waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("list")));
  sessions = [here];
  await press("Log out all others");
  await confirmEnd("Log out all others");
  await vi.waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
  expect(screen.queryByRole("button", { name: "Log out all others" })).toBeNull();
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("list")));
  expect(sent()).toEqual(["DELETE /admin/api/sessions/s2", "DELETE /admin/api/sessions"]);
});

test.each([
  ["doctor", "doctor", undefined],
  ["worker", "business", "hospital"],
] as const)("a %s can end everybody at the desk with the other sessions", async (role, shell, kind) => {
  sessions = [here];
  signIn(role, "token", "id", kind);
  renderPage(<Page title="Password and devices" shell={shell} />);
  await screen.findAllByRole("listitem");
  await press("Log out all others");
  await userEvent.click(await screen.findByRole("checkbox", { name: /everyone at my desk$/ }));
  await confirmEnd("Log out all others");
  await vi.waitFor(() => expect(sent()).toEqual(["DELETE /user/api/sessions"]));
  const call = server.mock.calls.map(([request]) => request).find(({ method }) => method === "DELETE");
  expect(await call?.json()).toEqual({ current_password: "old-one", desk: true });
});

test("a pharmacy has no desk to end", async () => {
  signIn("worker", "token", "id", "pharmacy");
  renderPage(<Page title="Password and devices" shell="business" />);
  await screen.findAllByRole("listitem");
  await press("Log out all others");
  await screen.findByRole("dialog");
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("a wrong password ends nothing and is shown at its field", async () => {
  writes = () => refused(422, "invalid_fields", "x", [{ field: "current_password", message: "Wrong." }]);
  signIn("admin", "token");
  renderPage(<Page title="Password and devices" shell="admin" />);
  await screen.findAllByRole("listitem");
  await press("Log out all others");
  await confirmEnd("Log out all others");
  expect(await screen.findAllByText("Wrong.")).not.toHaveLength(0);
  expect(screen.getByRole("dialog")).toBeDefined();
});

test.each([
  ["user", "full"],
  ["doctor", "doctor"],
  ["worker", "business"],
] as const)("a %s asks in their own name", async (role, shell) => {
  signIn(role, `token of ${role}`, "id");
  renderPage(<Page title="Password and devices" shell={shell} />);
  await screen.findAllByRole("listitem");
  await press("Log out all others");
  await confirmEnd("Log out all others");
  await vi.waitFor(() => expect(sent()).toEqual(["DELETE /user/api/sessions"]));
  for (const [request] of server.mock.calls) {
    expect(request.headers.get("Authorization")).toBe(`Bearer token of ${role}`);
  }
});
