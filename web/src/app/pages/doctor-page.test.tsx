import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callDefaults } from "../../api/call-defaults";
import { takeToasts } from "../../lib/toasts";
import { Page } from "./doctor-page";

// The client takes hold of `fetch` when it is imported, so the stand-in must be there before.
const fetch = vi.hoisted(() => {
  const standIn = vi.fn<(request: Request) => Promise<Response>>();
  vi.stubGlobal("fetch", standIn);
  return standIn;
});

const doctor = {
  _id: "d1",
  full_Name: "Anjali Nair",
  doctor_ID: "TCMC-1",
  specialization: "ENT",
  experience: 14,
  consultation_Fee: 450,
  consultation_Address: "Lotus Clinic",
  district: "Kozhikode",
  state: "Kerala",
  pincode: "673001",
  gender: "Female",
  startTime: "09:00",
  endTime: "17:00",
  Image: null,
  daysOff: ["Sunday", "Wednesday"],
  breakStart: "13:00",
  breakEnd: "14:00",
  hospital: { _id: "h1", Hospital_name: "Malabar Hospital" },
};
const days = [
  { day: "2024-02-05", date: "Feb 5, 2024", free: 0 },
  { day: "2024-02-06", date: "Feb 6, 2024", free: 3 },
];

beforeEach(() => {
  fetch.mockImplementation(async ({ url }) => {
    const path = new URL(url).pathname;
    if (path.endsWith("/reference")) return Response.json({ message: "", data: { states: [] } });
    if (path.endsWith("/availability")) return Response.json({ message: "", data: days });
    if (path.endsWith("/d1")) return Response.json({ message: "", data: doctor });
    return Response.json({ code: "not_found", message: "Unknown" }, { status: 404 });
  });
});

afterEach(() => {
  fetch.mockReset();
  takeToasts();
});

function Login() {
  return <p>{JSON.stringify(useLocation().state)}</p>;
}

function show(path: string): QueryClient {
  const queries = new QueryClient({ defaultOptions: callDefaults });
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/doctors/:id" element={<Page />} />
          <Route path="/login" element={<Login />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return queries;
}

test("it tells what a patient asks, and names the tab", async () => {
  show("/doctors/d1");
  expect(await screen.findByRole("heading", { level: 1, name: "Dr. Anjali Nair" })).toBeDefined();
  for (const text of [
    "ENT",
    "Reg. No. TCMC-1",
    "₹450",
    "9:00 AM to 5:00 PM",
    "Wednesday, Sunday",
    "1:00 PM to 2:00 PM",
    "Malabar Hospital",
  ]) {
    expect(screen.getByText(text), text).toBeDefined();
  }
  expect(screen.getByRole("link", { name: /^Directions/ }).getAttribute("href")).toContain(
    encodeURIComponent("Lotus Clinic, Kozhikode, Kerala"),
  );
  expect(document.title).toBe("Dr. Anjali Nair, ENT in Kozhikode · Doc Care");
});

test("a day leads to the sign-in, from which one comes back to that day", async () => {
  show("/doctors/d1");
  const full = await screen.findByRole<HTMLButtonElement>("button", { name: /no free slots/ });
  expect(full.disabled).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Tue, Feb 6, 2024, 3 free" }));
  expect(
    await screen.findByText('{"from":"/doctors/d1?book=1","fromState":{"date":"2024-02-06"}}'),
  ).toBeDefined();
  expect(takeToasts()).toEqual([{ tone: "bad", text: "Please sign in to continue." }]);
});

test("an unknown doctor is said to be one, once, and leads on", async () => {
  show("/doctors/nobody");
  expect(await screen.findByRole("heading", { level: 1, name: "This doctor is not listed" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Find doctors" }).getAttribute("href")).toBe("/viewdoctors");
  expect(document.title).toBe("This doctor is not listed · Doc Care");
  expect(fetch).toHaveBeenCalledOnce();
});

test("a server that is busy does not make the doctor unknown, and a failed refresh leaves the page", async () => {
  const served = fetch.getMockImplementation();
  const busy = () => Response.json({ code: "busy", message: "We are busy." }, { status: 503 });
  fetch.mockImplementation(async () => busy());
  const queries = show("/doctors/d1");
  expect((await screen.findByRole("alert")).textContent).toContain("We are busy.");
  expect(screen.queryByText("This doctor is not listed")).toBeNull();
  if (served) fetch.mockImplementation(served);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  const name = await screen.findByRole("heading", { level: 1, name: "Dr. Anjali Nair" });

  fetch.mockImplementation(async () => busy());
  await queries.invalidateQueries();
  expect(
    (await screen.findAllByText("This may be out of date: it could not be refreshed.")).length,
  ).toBeGreaterThan(0);
  expect(name.isConnected).toBe(true);
});
