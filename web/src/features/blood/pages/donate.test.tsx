import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeToasts } from "../../../lib/toasts";
import { Page } from "./donate";

// The client takes hold of `fetch` when it is imported, so the stand-in must be there before.
const fetch = vi.hoisted(() => {
  const standIn = vi.fn<(request: Request) => Promise<Response>>();
  vi.stubGlobal("fetch", standIn);
  return standIn;
});

const states = [
  { name: "Kerala", ml: "കേരളം", districts: [{ name: "Ernakulam" }, { name: "Kollam" }] },
  { name: "Goa", districts: [{ name: "North Goa" }] },
];
const placeList = { message: "", data: { states, specialities: [], bloodGroups: [] } };

let answer: () => Response;

beforeEach(() => {
  fetch.mockImplementation(async ({ url }) =>
    url.includes("/reference") ? Response.json(placeList) : answer(),
  );
});

afterEach(() => {
  fetch.mockReset();
  takeToasts();
});

const sent = () => fetch.mock.calls.map(([request]) => request).filter(({ method }) => method === "POST");

function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={["/blooddonate"]}>
        <Routes>
          <Route path="/blooddonate" element={<Page title="Become a blood donor" />} />
          <Route path="/" element={<p>the home page</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** The page asks for an address in two places. */
function fill(label: string, value: string, place = 0) {
  const field = screen.getAllByLabelText(label)[place];
  if (field) fireEvent.change(field, { target: { value } });
}

async function fillIn() {
  await screen.findByText("Ernakulam");
  fill("Name", "Asha Nair");
  await userEvent.click(screen.getByLabelText("O−"));
  await userEvent.click(screen.getByLabelText("Female"));
  fill("Age", "34");
  fill("Email", "asha@example.com");
  fill("Phone number", "9876543210");
  fill("District", "Ernakulam");
}

const register = () => userEvent.click(screen.getByText("Register as a donor"));
const agree = () => userEvent.click(screen.getByRole("checkbox"));

test("the eight fields and the consent are sent, and the server's thanks are shown on the home page", async () => {
  answer = () => Response.json({ message: "Thank you, Asha." }, { status: 201 });
  open();
  await fillIn();
  await agree();
  await register();
  expect(await screen.findByText("the home page")).toBeDefined();
  expect(await sent()[0]?.json()).toEqual({
    Name: "Asha Nair",
    Blood_group: "O-",
    Gender: "Female",
    Age: "34",
    Email: "asha@example.com",
    Phone_number: "9876543210",
    District: "Ernakulam",
    State: "Kerala",
    consent: true,
  });
  expect(takeToasts()).toEqual([{ tone: "good", text: "Thank you, Asha." }]);
});

test("without consent nothing is sent, and the page says why", async () => {
  open();
  await fillIn();
  await register();
  expect(await screen.findAllByText(/Please agree that we may write to you/)).toHaveLength(2);
  expect(sent()).toEqual([]);
});

test("an age that the server refuses kindly is said at its field, and nothing typed is lost", async () => {
  const errors = [{ field: "Age", message: "Thank you! Donors are at most 65." }];
  answer = () => Response.json({ code: "invalid", message: "Check", errors }, { status: 422 });
  open();
  await fillIn();
  await agree();
  await register();
  expect(await screen.findAllByText("Thank you! Donors are at most 65.")).toHaveLength(2);
  expect(screen.getByLabelText("Age").getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Asha Nair");
  expect(screen.getByLabelText<HTMLSelectElement>("District").value).toBe("Ernakulam");
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(true);
  expect(takeToasts()).toEqual([]);
});

test("another state has its own districts", async () => {
  open();
  await screen.findByText("Goa");
  fill("State", "Goa");
  expect(screen.queryByText("Ernakulam")).toBeNull();
  expect(screen.getByText("North Goa")).toBeDefined();
});

test("the private link is asked for in place", async () => {
  answer = () => Response.json({ message: "If you are a donor, a mail is on its way." });
  open();
  fill("Email", "asha@example.com", 1);
  await userEvent.click(screen.getByRole("button", { name: "Get my private link" }));
  expect(await screen.findByText("If you are a donor, a mail is on its way.")).toBeDefined();
  expect(new URL(sent()[0]?.url ?? "").pathname).toBe("/user/api/blooddonor/link");
  expect(await sent()[0]?.json()).toEqual({ Email: "asha@example.com" });
});
