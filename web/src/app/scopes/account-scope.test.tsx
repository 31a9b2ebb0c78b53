import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { signIn } from "../../lib/session";
import { takeToasts } from "../../lib/toasts";
import { answer, renderPage, server } from "../../testing/page";
import { roleOf, routeOf } from "../routes";
import { AccountScope } from "./account-scope";

/** An account's page with the given answer about its address. */
function open(at: string, unreached: string | null) {
  server.mockImplementation(async ({ method }) =>
    method === "POST" ? answer(undefined, "We sent a link.") : answer({ email: null, unreached }),
  );
  renderPage(<AccountScope role={roleOf(routeOf(at).shell)}>the page</AccountScope>, { at });
}

const bar = () => screen.findByRole("complementary", { name: "Your email address" });

test("an account whose mails bounce can change or confirm the address", async () => {
  signIn("user", "t", "u1");
  open("/user/bookings", "asha@example.org");
  expect((await bar()).textContent).toContain("asha@example.org");
  expect(screen.getByText("the page")).toBeDefined();
  expect(screen.getByRole("link", { name: "Use another address" }).getAttribute("href")).toBe(
    "/user/profile",
  );
  await userEvent.click(screen.getByRole("button", { name: "The address is right: send an email" }));
  expect(takeToasts().map(({ text }) => text)).toEqual(["We sent a link."]);
  expect(server.mock.calls.map(([{ method, url }]) => `${method} ${new URL(url).pathname}`)).toContain(
    "POST /user/api/email/change",
  );
});

test("on the profile itself, where the address is changed, nothing leads to it", async () => {
  signIn("user", "t", "u1");
  open("/user/profile", "asha@example.org");
  await bar();
  expect(screen.queryByRole("link", { name: "Use another address" })).toBeNull();
});

test.each([
  ["desk", "/desk/today"],
  ["admin", "/admin/operations"],
] as const)(
  "whoever sits at a desk or administers is given their address, and can only show that it is right: %s",
  async (role, at) => {
    signIn(role, "t", "d1");
    open(at, "sita@example.org");
    await bar();
    expect(screen.queryByRole("link", { name: "Use another address" })).toBeNull();
  },
);

test("an account without bounces sees no bar", async () => {
  signIn("doctor", "t", "d1");
  open("/doctor/homepage", null);
  expect(await screen.findByText("the page")).toBeDefined();
  expect(screen.queryByRole("complementary")).toBeNull();
});
