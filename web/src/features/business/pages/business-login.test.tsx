import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { takeToasts } from "../../../lib/toasts";
import { Page } from "./business-login";

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

function Elsewhere() {
  return <p>{useLocation().pathname}</p>;
}

function show(answer: Response, state?: unknown) {
  fetch.mockResolvedValue(answer);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[{ pathname: "/forbusiness/doclogin", state }]}>
        <Routes>
          <Route path="/forbusiness/doclogin" element={<Page title="Business login" />} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

async function logIn(worker?: string) {
  if (worker) await userEvent.click(screen.getByRole("radio", { name: worker }));
  await userEvent.type(screen.getByPlaceholderText("Email or Mobile Number"), "9876543210");
  await userEvent.type(screen.getByLabelText("Password"), "correct horse");
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
}

const welcome = () => Response.json({ message: "Welcome", token: "secret", data: { _id: "w1" } });

test.each([
  [undefined, "doctor", "/doctor/homepage", { docId: "w1", docToken: "secret" }],
  ["Hospital", "hospital", "/business/profile", { workerId: "w1", workerToken: "secret" }],
  ["Pharmacy", "pharmacy", "/business/profile", { workerId: "w1", workerToken: "secret" }],
])("the choice %s calls the login of a %s and opens %s", async (choice, path, home, keys) => {
  show(welcome());
  await logIn(choice);
  expect(await screen.findByText(home)).toBeDefined();
  const request = fetch.mock.calls[0]?.[0];
  expect(request?.url).toContain(`/user/api/${path}/login`);
  expect(await request?.json()).toEqual({ email: "9876543210", password: "correct horse" });
  expect({ ...window.localStorage }).toEqual(keys);
  expect(takeToasts()).toEqual([{ tone: "good", text: "Welcome" }]);
});

test.each([
  [undefined, "/doctor/profile", "/doctor/profile"],
  [undefined, "/business/doctors", "/doctor/homepage"],
  ["Hospital", "/business/doctors", "/business/doctors"],
])("the choice %s after being sent from %s leads to %s", async (choice, from, to) => {
  show(welcome(), { from });
  await logIn(choice);
  expect(await screen.findByText(to)).toBeDefined();
});

test("a refusal is the server's message, and what was typed stays", async () => {
  show(Response.json({ code: "not_approved", message: "Hospital not complited" }, { status: 403 }));
  await logIn("Hospital");
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Hospital not complited" }]));
  expect(screen.getByPlaceholderText<HTMLInputElement>("Email or Mobile Number").value).toBe("9876543210");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Hospital" }).checked).toBe(true);
  expect(screen.getByRole("link", { name: "Forgot Password?" }).getAttribute("href")).toBe(
    "/forgotpassword?role=hospital",
  );
  expect(window.localStorage).toHaveLength(0);
});
