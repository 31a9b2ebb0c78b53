import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { tokenOf } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { Page } from "./admin-login";

// The client takes hold of `fetch` when it is imported, so the stand-in must be there before.
const fetch = vi.hoisted(() => {
  const standIn = vi.fn<() => Promise<Response>>();
  globalThis.fetch = standIn;
  return standIn;
});

afterEach(() => {
  fetch.mockReset();
  takeToasts();
});

function show(answer: () => Promise<Response>) {
  fetch.mockImplementation(answer);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={["/admin/login"]}>
        <Routes>
          <Route path="/admin/login" element={<Page />} />
          <Route path="/admin/home/dashboard" element={<p>the dashboard</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

async function fillIn(email: string, password: string) {
  await userEvent.type(screen.getByLabelText("Email"), email);
  await userEvent.type(screen.getByLabelText("Password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
}

test("empty fields are named and nothing is sent", async () => {
  show(async () => Response.json({}));
  await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
  expect(await screen.findByText("Please fill in: Email.")).toBeDefined();
  expect(screen.getByText("Please fill in: Password.")).toBeDefined();
  expect(fetch).not.toHaveBeenCalled();
});

test("a good login stores the token and opens the dashboard", async () => {
  show(async () => Response.json({ message: "Welcome", token: "secret", data: { _id: "a1" } }));
  await fillIn("admin@example.com", "correct horse");
  expect(await screen.findByText("the dashboard")).toBeDefined();
  expect(tokenOf("admin")).toBe("secret");
  expect(takeToasts()).toEqual([{ tone: "good", text: "Welcome" }]);
});

test("a refused login shows the server's message and stores nothing", async () => {
  show(async () => Response.json({ code: "bad_credentials", message: "Wrong password" }, { status: 401 }));
  await fillIn("admin@example.com", "wrong");
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Wrong password" }]));
  expect(tokenOf("admin")).toBeNull();
});

test("refused fields are listed on top and at the field", async () => {
  show(async () =>
    Response.json(
      { code: "invalid", message: "Check", errors: [{ field: "email", message: "Not an address" }] },
      { status: 422 },
    ),
  );
  await fillIn("a@b", "x");
  expect(await screen.findAllByText("Not an address")).toHaveLength(2);
  expect(screen.getByRole("alert").textContent).toContain("Please check these points:");
});

test("a lost connection is said as such", async () => {
  show(async () => {
    throw new TypeError("failed to fetch");
  });
  await fillIn("admin@example.com", "x");
  await vi.waitFor(() => expect(takeToasts()[0]?.text).toContain("The server could not be reached."));
});

test("a second press while the answer is on its way sends nothing", async () => {
  let finish: (response: Response) => void = () => undefined;
  show(() => new Promise((resolve) => (finish = resolve)));
  await fillIn("admin@example.com", "x");
  await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
  await userEvent.type(screen.getByLabelText("Password"), "{Enter}");
  expect(fetch).toHaveBeenCalledTimes(1);
  finish(Response.json({ message: "Welcome", token: "t", data: { _id: "a" } }));
  expect(await screen.findByText("the dashboard")).toBeDefined();
});
