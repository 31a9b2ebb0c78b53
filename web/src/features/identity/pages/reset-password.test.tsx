import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { takeToasts } from "../../../lib/toasts";
import { Page as ForgotPassword } from "./forgot-password";
import { Page as ResetPassword } from "./reset-password";

// The client takes hold of `fetch` when it is imported, so the stand-in must be there before.
const fetch = vi.hoisted(() => {
  const standIn = vi.fn<(request: Request) => Promise<Response>>();
  vi.stubGlobal("fetch", standIn);
  return standIn;
});

afterEach(() => {
  fetch.mockReset();
  takeToasts();
});

function open(address: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/forgotpassword" element={<ForgotPassword title="Forgot Password?" />} />
          <Route path="/resetpassword" element={<ResetPassword title="Choose a new password" />} />
          <Route path="/login" element={<p>the login</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

async function choose(password: string, confirm: string) {
  await userEvent.type(screen.getByLabelText("New password"), password);
  await userEvent.type(screen.getByLabelText("Confirm Password"), confirm);
  await userEvent.click(screen.getByRole("button", { name: "Save the password" }));
}

test("asking for a link says in place what the server says, and leads back to the role's login", async () => {
  fetch.mockResolvedValue(Response.json({ message: "If there is an account, a mail is on its way." }));
  open("/forgotpassword?role=doctor");
  expect(screen.getByText("Account: Doctor")).toBeDefined();
  await userEvent.type(screen.getByLabelText("Email"), "d@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Send the link" }));
  expect(await screen.findByText("If there is an account, a mail is on its way.")).toBeDefined();
  expect(await fetch.mock.calls[0]?.[0].json()).toEqual({ role: "doctor", email: "d@example.com" });
  expect(screen.getByRole("link", { name: "Back to login" }).getAttribute("href")).toBe(
    "/forbusiness/doclogin",
  );
});

test("the link's token and the new password are sent, the confirmation is not", async () => {
  fetch.mockResolvedValue(Response.json({ message: "Your password is changed." }));
  open("/resetpassword#the-token");
  await choose("correct horse", "correct horse");
  expect(await screen.findByText("the login")).toBeDefined();
  expect(await fetch.mock.calls[0]?.[0].json()).toEqual({ token: "the-token", password: "correct horse" });
  expect(takeToasts()).toEqual([{ tone: "good", text: "Your password is changed." }]);
});

test("passwords that differ are not sent", async () => {
  open("/resetpassword#the-token");
  await choose("correct horse", "battery staple");
  expect(await screen.findAllByText("Password not match")).toHaveLength(2);
  expect(fetch).not.toHaveBeenCalled();
});

test("a used link is explained, with a way to a new one", async () => {
  fetch.mockResolvedValue(Response.json({ code: "link_ended", message: "Ended" }, { status: 410 }));
  open("/resetpassword#the-token");
  await choose("correct horse", "correct horse");
  expect(await screen.findByText("This link no longer works")).toBeDefined();
  expect(screen.getByRole("link", { name: "Ask for a new link" }).getAttribute("href")).toBe(
    "/forgotpassword?role=user",
  );
  expect(takeToasts()).toEqual([]);
});

test("an address without a token is a link that does not work", () => {
  open("/resetpassword");
  expect(screen.getByText("This link no longer works")).toBeDefined();
});
