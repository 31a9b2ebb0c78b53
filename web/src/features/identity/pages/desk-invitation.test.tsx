import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./desk-invitation";

const invitation = {
  name: "Sita",
  email: "sita@example.org",
  employer: "Doctor Meera",
  employerMl: null,
};

let looks: () => Response;
let accepts: () => Response;

beforeEach(() => {
  looks = () => answer(invitation);
  accepts = () => answer(undefined, "Welcome.");
  server.mockImplementation(async ({ method }) => (method === "GET" ? looks() : accepts()));
});

const show = (at = "/desk/invitation#the-token") => renderPage(<Page title="Invitation to a desk" />, { at });

async function choose(confirm = "three boats at noon"): Promise<void> {
  await userEvent.type(await screen.findByLabelText("Password"), "three boats at noon");
  await userEvent.type(screen.getByLabelText("Confirm Password"), confirm);
  await userEvent.click(screen.getByRole("button", { name: "Accept the invitation" }));
}

test("an invitation shows its sender, takes a password and leads to the login", async () => {
  show();
  expect(await screen.findByText("Sita, you are invited by Doctor Meera to work at the desk.")).toBeDefined();
  await choose();
  // The login is prefilled with the address, so that only the password is typed again.
  expect(await screen.findByText('/desk/login {"email":"sita@example.org"}')).toBeDefined();
  const post = server.mock.calls.map(([request]) => request).find(({ method }) => method === "POST");
  expect(post?.headers.get("Authorization")).toBe("Bearer the-token");
  expect(await post?.json()).toEqual({ password: "three boats at noon" });
});

test("two different passwords are not sent", async () => {
  show();
  await choose("another");
  expect(await screen.findAllByText("Password not match")).not.toHaveLength(0);
  expect(server.mock.calls.some(([{ method }]) => method === "POST")).toBe(false);
});

test.each(["cut", "ended", "ended meanwhile"])("a link that is %s says so", async (how) => {
  const ended = () => refused(410, "link_ended", "x");
  if (how === "ended") looks = ended;
  if (how === "ended meanwhile") accepts = ended;
  show(how === "cut" ? "/desk/invitation" : undefined);
  if (how === "ended meanwhile") await choose();
  expect(await screen.findByText(/^This invitation has expired/)).toBeDefined();
  expect(screen.getByRole("link", { name: "Desk login" })).toBeDefined();
});

test("an address that is used at a desk already is reported", async () => {
  accepts = () => refused(409, "already_registered", "You already sign in at a desk.");
  show();
  await choose();
  expect(await screen.findByText("You already sign in at a desk.")).toBeDefined();
});
