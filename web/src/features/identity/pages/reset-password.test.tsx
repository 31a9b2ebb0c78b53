import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page as ForgotPassword } from "./forgot-password";
import { Page as ResetPassword } from "./reset-password";

const openForgot = (query: string) =>
  renderPage(<ForgotPassword title="Forgot Password?" />, { at: `/forgotpassword${query}` });
/** The link is read by GET, and used by POST. */
function openReset(link: string, used?: Response, looked = answer({ email: "asha@example.com" })) {
  server.mockImplementation(async ({ method }) => (method === "POST" && used ? used : looked));
  renderPage(<ResetPassword title="Choose a new password" />, { at: `/resetpassword${link}` });
}

const posted = () => server.mock.calls.map(([request]) => request).filter(({ method }) => method === "POST");

async function choose(password: string, confirm: string) {
  await userEvent.type(screen.getByLabelText("New password"), password);
  await userEvent.type(screen.getByLabelText("Confirm Password"), confirm);
  await userEvent.click(screen.getByRole("button", { name: "Save password" }));
}

test("asking for a link says in place what the server says, and leads back to the role's login", async () => {
  server.mockResolvedValue(answer(undefined, "If there is an account, a mail is on its way."));
  openForgot("?role=doctor");
  expect(screen.getByText("Account: Doctor")).toBeDefined();
  await userEvent.type(screen.getByLabelText("Email"), "d@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Send link" }));
  expect(await screen.findByText("If there is an account, a mail is on its way.")).toBeDefined();
  expect(await server.mock.calls[0]?.[0].json()).toEqual({ role: "doctor", email: "d@example.com" });
  expect(screen.getByRole("link", { name: "Back to login" }).getAttribute("href")).toBe(
    "/forbusiness/doclogin",
  );
});

test.each([
  ["?role=user", "/login"],
  ["?role=doctor", "/forbusiness/doclogin"],
  ["?role=hospital", "/forbusiness/doclogin"],
  ["?role=pharmacy", "/forbusiness/doclogin"],
  ["?role=desk", "/desk/login"],
  ["?role=admin", "/admin/login"],
  ["?role=ADMIN", "/login"],
  ["?role=", "/login"],
  ["", "/login"],
])("%j leads back to %s", (query, login) => {
  openForgot(query);
  expect(screen.getByRole("link", { name: "Back to login" }).getAttribute("href")).toBe(login);
});

test("the link's token and the new password are sent, the confirmation is not", async () => {
  openReset("#the-token", answer(undefined, "Your password is changed."));
  expect(await screen.findByText("asha@example.com")).toBeDefined();
  await choose("correct horse", "correct horse");
  expect(await screen.findByText("/login null")).toBeDefined();
  expect(await posted()[0]?.json()).toEqual({ token: "the-token", password: "correct horse" });
  expect(takeToasts()).toEqual([{ tone: "good", text: "Your password is changed." }]);
});

test("whose link says who they are goes on to their own login", async () => {
  openReset("?role=desk#the-token", answer(undefined, "Your password is changed."));
  await choose("correct horse", "correct horse");
  expect(await screen.findByText("/desk/login null")).toBeDefined();
});

test("passwords that differ are not sent", async () => {
  openReset("#the-token");
  await choose("correct horse", "battery staple");
  expect(await screen.findAllByText("Password not match")).toHaveLength(2);
  expect(posted()).toEqual([]);
});

test("a used link is refused before a password is typed", async () => {
  openReset("#the-token", undefined, refused(410, "link_ended", "Ended"));
  expect(await screen.findByText("This link no longer works")).toBeDefined();
  expect(screen.queryByLabelText("New password")).toBeNull();
  expect(takeToasts()).toEqual([]);
});

test("a link that ends meanwhile is explained, with a way to a new one", async () => {
  openReset("#the-token", refused(410, "link_ended", "Ended"));
  await choose("correct horse", "correct horse");
  expect(await screen.findByText("This link no longer works")).toBeDefined();
  expect(screen.getByRole("link", { name: "Ask for a new link" }).getAttribute("href")).toBe(
    "/forgotpassword?role=user",
  );
  expect(takeToasts()).toEqual([]);
});

test("an address without a token is a link that does not work", () => {
  openReset("");
  expect(screen.getByText("This link no longer works")).toBeDefined();
});
