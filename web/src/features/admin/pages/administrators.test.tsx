import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./administrators";

const own = {
  _id: "a1",
  email: "me@example.org",
  addedAt: "2026-11-15T09:00:00+05:30",
  lastUsedAt: "2026-11-16T09:00:00+05:30",
  twoFactor: true,
  own: true,
};
const other = {
  ...own,
  _id: "a2",
  email: "other@example.org",
  lastUsedAt: null,
  twoFactor: false,
  own: false,
};

let rows: object[];
let sent: { call: string; body: unknown }[];
let writes: () => Response;
let enrolledAt: string | null;

beforeEach(() => {
  enrolledAt = null;
  signIn("admin", "token");
  rows = [other, own];
  sent = [];
  writes = () => answer(undefined, "Done.");
  server.mockImplementation(async (request) => {
    if (request.url.endsWith("/twofactor")) return answer({ enrolledAt, recoveryCodesLeft: 0 });
    if (request.method === "GET") return listed(rows);
    sent.push({
      call: `${request.method} ${new URL(request.url).pathname}`,
      body: await request.clone().json(),
    });
    return writes();
  });
});

const show = () => renderPage(<Page title="Administrators" />);
const inDialog = () => within(screen.getByRole("dialog"));

test("each is listed with the last use and whether a second factor is on, and only others can be removed", async () => {
  show();
  const [, first, second] = await screen.findAllByRole("row");
  expect(first?.textContent).toContain("other@example.org");
  expect(first?.textContent).toMatch(/Not yet.*Off/);
  expect(second?.textContent).toContain("me@example.orgYou");
  expect(second?.textContent).not.toContain("Off");
  expect(screen.getAllByRole("button", { name: "Remove" })).toHaveLength(1);
});

test("an administrator is added by an address and the caller's password", async () => {
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Add an administrator" }));
  await userEvent.type(inDialog().getByLabelText("Email"), "new@example.org");
  await userEvent.type(inDialog().getByLabelText("Your password"), "secret");
  await userEvent.click(inDialog().getByRole("button", { name: "Add" }));
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "Done." }]));
  const body = { email: "new@example.org", current_password: "secret" };
  expect(sent).toEqual([{ call: "POST /admin/api/administrators", body }]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("with two-factor login the code is asked for with the password, and sent; a wrong one is shown at its field", async () => {
  enrolledAt = "2026-11-15T09:00:00+05:30";
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Add an administrator" }));
  await userEvent.type(await inDialog().findByLabelText("Code from your authenticator app"), "123456");
  await userEvent.type(inDialog().getByLabelText("Email"), "new@example.org");
  await userEvent.type(inDialog().getByLabelText("Your password"), "secret");
  writes = () => refused(422, "invalid_fields", "x", [{ field: "code", message: "Not this one." }]);
  await userEvent.click(inDialog().getByRole("button", { name: "Add" }));
  expect(await inDialog().findAllByText("Not this one.")).not.toHaveLength(0);
  const body = { email: "new@example.org", current_password: "secret", code: "123456" };
  expect(sent).toEqual([{ call: "POST /admin/api/administrators", body }]);
});

test("a code that the server asks for gets its field, also where two-factor login was off when the page was opened", async () => {
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Add an administrator" }));
  await userEvent.type(inDialog().getByLabelText("Email"), "new@example.org");
  await userEvent.type(inDialog().getByLabelText("Your password"), "secret");
  writes = () => refused(422, "invalid_fields", "x", [{ field: "code", message: "The code, too." }]);
  await userEvent.click(inDialog().getByRole("button", { name: "Add" }));
  expect(await inDialog().findByLabelText("Code from your authenticator app")).toBeDefined();
});

test("a removal requires a reason and the caller's password; a wrong one is shown at its field", async () => {
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  await userEvent.type(inDialog().getByLabelText("Your password"), "wrong");
  await userEvent.click(inDialog().getByRole("button", { name: "Remove" }));
  expect(sent).toEqual([]);
  await userEvent.type(inDialog().getByRole("textbox", { name: "Reason" }), "Left");
  writes = () => refused(422, "invalid_fields", "x", [{ field: "current_password", message: "Wrong." }]);
  await userEvent.click(inDialog().getByRole("button", { name: "Remove" }));
  expect(await inDialog().findAllByText("Wrong.")).not.toHaveLength(0);
  writes = () => {
    rows = [own];
    return answer(undefined, "Removed.");
  };
  await userEvent.clear(inDialog().getByLabelText("Your password"));
  await userEvent.type(inDialog().getByLabelText("Your password"), "secret");
  await userEvent.click(inDialog().getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByText("other@example.org")).toBeNull());
  expect(sent.at(-1)).toEqual({
    call: "DELETE /admin/api/administrators/a2",
    body: { reason: "Left", current_password: "secret" },
  });
});
