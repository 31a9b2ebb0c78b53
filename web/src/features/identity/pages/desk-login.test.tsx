import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { idOf, tokenOf } from "../../../lib/session";
import { renderPage, server } from "../../../testing/page";
import { Page } from "./desk-login";

async function logIn(state?: unknown) {
  server.mockImplementation(async () =>
    Response.json({ message: "Welcome", token: "secret", data: { _id: "s1" } }),
  );
  renderPage(<Page title="Desk login" />, { at: "/desk/login", state });
  await userEvent.type(screen.getByLabelText("Email"), "anu@example.org");
  await userEvent.type(screen.getByLabelText("Password"), "correct horse");
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
}

test("a good login opens the day", async () => {
  await logIn();
  expect(await screen.findByText("/desk/today null")).toBeDefined();
  expect([tokenOf("desk"), idOf("desk")]).toEqual(["secret", "s1"]);
  expect(new URL(server.mock.calls[0]?.[0].url ?? "").pathname).toBe("/user/api/desk/login");
});

test("after an expired session the login leads back to the same page and doctor", async () => {
  await logIn({ from: "/desk/requests?doctor=d2" });
  expect(await screen.findByText(/^\/desk\/requests\?doctor=d2/)).toBeDefined();
});

test("a forgotten password is asked for as the desk's", async () => {
  renderPage(<Page title="Desk login" />, { at: "/desk/login" });
  expect(screen.getByRole("link", { name: "Forgot Password?" }).getAttribute("href")).toBe(
    "/forgotpassword?role=desk",
  );
});

test("after an accepted invitation the address is filled in", () => {
  renderPage(<Page title="Desk login" />, { at: "/desk/login", state: { email: "sita@example.org" } });
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("sita@example.org");
});
