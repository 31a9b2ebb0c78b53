import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../lib/session";
import { takeToasts } from "../../lib/toasts";
import { Page } from "./confirm-booking";

// The client takes hold of `fetch` when it is imported, so the stand-in must be there before.
const fetch = vi.hoisted(() => {
  const standIn = vi.fn<(request: Request) => Promise<Response>>();
  vi.stubGlobal("fetch", standIn);
  return standIn;
});

const doctor = {
  _id: "d1",
  full_Name: "Anjali Nair",
  specialization: "ENT",
  consultation_Fee: 450,
  consultation_Address: "Lotus Clinic",
  district: "Kozhikode",
  Image: null,
};
const choice = { doctor, date: "2024-02-06", time: "09:15", back: "/viewdoctors" };
const profile = { username: "Asha Nair", phone_number: "9846012345" };

/** What the server says to the booking. */
let refusal: unknown;

beforeEach(() => {
  signIn("user", "token", "u1");
  fetch.mockImplementation(async ({ url, method }) => {
    if (method === "POST") return Response.json(refusal, { status: 422 });
    const data = url.endsWith("/reference") ? { states: [] } : profile;
    return Response.json({ message: "", data });
  });
});

afterEach(() => {
  fetch.mockReset();
  takeToasts();
});

async function submit(): Promise<void> {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[{ pathname: "/doctor/appointment", state: choice }]}>
        <Page title="Confirm" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Submit" }));
}

const failed = "Failed to book the appointment. Please try again.";

test("a wrong field is explained at the field, and not in the toast again", async () => {
  const message = "Please enter an Indian mobile number of ten digits.";
  refusal = { code: "invalid_fields", message, errors: [{ field: "phoneNumber", message }] };
  await submit();
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: failed }]));
  expect(screen.getByRole("link", { name: message })).toBeDefined();
  expect(screen.getByRole("textbox", { name: "Phone Number" }).getAttribute("aria-invalid")).toBe("true");
});

test("what is wrong with the chosen time has no field here, so the toast says it, once", async () => {
  const message = "This time has passed.";
  refusal = { code: "invalid_fields", message, errors: [{ field: "time", message }] };
  await submit();
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: `${failed} ${message}` }]));
  expect(screen.queryByText(message)).toBeNull();
});
