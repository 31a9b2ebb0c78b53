import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
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

const choice = {
  doctor: {
    _id: "d1",
    full_Name: "Anjali Nair",
    specialization: "ENT",
    consultation_Address: "Lotus Clinic",
    consultation_Fee: 450,
    district: "Kozhikode",
    Image: null,
  },
  date: "2024-02-06",
  time: "09:15",
  back: "/viewdoctors",
};

/** What the server says to each press, and what was sent with it. */
let answers: Response[];
let sent: unknown[];

beforeEach(() => {
  signIn("user", "token", "u1");
  sent = [];
  fetch.mockImplementation(async (request) => {
    if (request.method === "POST") {
      sent.push(await request.json());
      return answers.shift() ?? Response.error();
    }
    const user = { _id: "u1", username: "Asha Nair", phone_number: "9846012345" };
    const data = request.url.includes("/profile/") ? user : { states: [] };
    return Response.json({ message: "", data });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[{ pathname: "/doctor/appointment", state: choice }]}>
        <Routes>
          <Route path="/doctor/appointment" element={<Page title="Confirm" />} />
          <Route path="/category" element={<p>Booked</p>} />
          <Route path="/viewdoctors" element={<p>Choose again</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
});

afterEach(() => {
  fetch.mockReset();
  takeToasts();
});

const problem = (code: string, message: string, status: number, errors: unknown[] = []) =>
  Response.json({ code, message, errors }, { status });
const press = async () => userEvent.click(await screen.findByRole("button", { name: "Submit" }));

test("where nobody knows whether it was booked, it says just that, and the same sent again gets the booking", async () => {
  const unknown = "The connection broke. Look at your bookings, or send the same again.";
  answers = [
    problem("outcome_unknown", unknown, 500),
    Response.json({ message: "Your appointment is booked.", data: { _id: "b1" } }),
  ];
  await press();
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: unknown }]));
  await press();
  expect(await screen.findByText("Booked")).toBeDefined();
  expect(takeToasts()).toEqual([{ tone: "good", text: "Your appointment is booked." }]);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

test("a time that somebody else has is chosen again", async () => {
  answers = [problem("slot_taken", "This time has just been taken.", 409)];
  await press();
  expect(await screen.findByText("Choose again")).toBeDefined();
  const failed = "Failed to book the appointment. Please try again. This time has just been taken.";
  expect(takeToasts()).toEqual([{ tone: "bad", text: failed }]);
});

const failed = "Failed to book the appointment. Please try again.";

test("a wrong field is explained at the field, and not in the toast again", async () => {
  const message = "Please enter an Indian mobile number of ten digits.";
  answers = [problem("invalid_fields", message, 422, [{ field: "phoneNumber", message }])];
  await press();
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: failed }]));
  expect(screen.getByRole("link", { name: message })).toBeDefined();
  expect(screen.getByRole("textbox", { name: "Phone Number" }).getAttribute("aria-invalid")).toBe("true");
});

test("what is wrong with the chosen time has no field here, so the toast says it, once", async () => {
  const message = "This time has passed.";
  answers = [problem("invalid_fields", message, 422, [{ field: "time", message }])];
  await press();
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: `${failed} ${message}` }]));
  expect(screen.queryByText(message)).toBeNull();
});
