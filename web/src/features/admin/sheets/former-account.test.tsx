import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { answer, renderPage, server } from "../../../testing/page";
import type { UserDetail } from "../api/lists";
import { FormerAccount } from "./former-account";

const user: UserDetail = {
  _id: "u1",
  username: "Devi Nair",
  email: "",
  phone_number: "",
  accountCreatedDate: "2024-01-04T20:30:00Z",
  isDeleted: false,
  bookings: { total: 1, coming: [] },
  formerNumber: { phone: "9847012345", lostAt: "2024-03-04T20:30:00Z" },
  formerAccounts: [],
  audit: [],
};

let sent: unknown[];

beforeEach(() => {
  signIn("admin", "token");
  sent = [];
  server.mockImplementation(async (request) => {
    if (request.method === "POST") {
      sent.push([new URL(request.url).pathname, await request.json()]);
      return answer({ _id: "u2", visits: 1 }, "Moved.");
    }
    return answer({ enrolled: false });
  });
});

test("the visits go to the account of another number, with how it was checked", async () => {
  const returned = vi.fn();
  renderPage(<FormerAccount user={user} onOpen={vi.fn()} onReturned={returned} />, { at: "/admin/userlist" });
  await userEvent.click(screen.getByRole("button", { name: "Move the visits" }));
  const dialog = within(await screen.findByRole("dialog"));
  const number = dialog.getByLabelText("Number of the person's account now");
  await userEvent.clear(number);
  await userEvent.type(number, "9847055555");
  await userEvent.type(dialog.getByLabelText("How you checked who it is"), "Showed a card");
  await userEvent.type(dialog.getByLabelText("Your password"), "my password");
  await userEvent.click(dialog.getByRole("button", { name: "Move the visits" }));
  await waitFor(() => expect(returned).toHaveBeenCalledOnce());
  expect(sent).toEqual([
    [
      "/admin/api/users/u1/return",
      { phone_number: "9847055555", reason: "Showed a card", current_password: "my password" },
    ],
  ]);
});

test("an earlier account of the number is opened from the present one's sheet", async () => {
  const opened = vi.fn();
  const earlier = { _id: "u0", username: "Devi", phone: "9847012345", lostAt: "2024-03-04T20:30:00Z" };
  renderPage(
    <FormerAccount
      user={{ ...user, formerNumber: null, formerAccounts: [earlier] }}
      onOpen={opened}
      onReturned={vi.fn()}
    />,
    { at: "/admin/userlist" },
  );
  expect(screen.queryByRole("button", { name: "Move the visits" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Details" }));
  expect(opened).toHaveBeenCalledWith("u0");
});

test("nothing is said of an account that has its number", () => {
  renderPage(<FormerAccount user={{ ...user, formerNumber: null }} onOpen={vi.fn()} onReturned={vi.fn()} />, {
    at: "/admin/userlist",
  });
  expect(screen.queryByRole("heading")).toBeNull();
});
