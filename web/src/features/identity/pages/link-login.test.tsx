import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { idOf, tokenOf } from "../../../lib/session";
import { refused, renderPage, server } from "../../../testing/page";
import { Page } from "./link-login";

const open = (at: string, reply: () => Response) => {
  server.mockImplementation(async () => reply());
  renderPage(<Page title="Log in" />, { at });
};
const welcome = () => Response.json({ message: "Welcome", token: "secret", data: { _id: "u1" } });

test("the button logs in, and opening the page does not", async () => {
  open("/login/link#the-token", welcome);
  const button = await screen.findByRole("button", { name: "Login" });
  expect(server).not.toHaveBeenCalled();
  await userEvent.click(button);
  expect(await screen.findByText(/^\/ /)).toBeDefined();
  const [request] = server.mock.calls[0] ?? [];
  expect(await request?.clone().json()).toEqual({ token: "the-token" });
  expect([tokenOf("user"), idOf("user")]).toEqual(["secret", "u1"]);
});

test("a link that was used, is too old or was cut leads to the login", async () => {
  open("/login/link#the-token", () => refused(410, "link_ended", "Because"));
  await userEvent.click(await screen.findByRole("button", { name: "Login" }));
  expect(await screen.findByRole("link", { name: "Back to login" })).toBeDefined();
});

test("an address without a token opens nothing", async () => {
  open("/login/link", welcome);
  expect(await screen.findByRole("link", { name: "Back to login" })).toBeDefined();
  expect(server).not.toHaveBeenCalled();
});
