import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { Page } from "./home";

// jsdom has no canvas; what the charts say is in their tables.
vi.mock("../../../components/line-chart-canvas", () => ({ LineChartCanvas: () => null }));
vi.mock("../../../components/doughnut-chart-canvas", () => ({ DoughnutChartCanvas: () => null }));

const fetch = vi.hoisted(() => {
  const standIn = vi.fn<(input: Request) => Promise<Response>>();
  globalThis.fetch = standIn as typeof globalThis.fetch;
  return standIn;
});

afterEach(() => fetch.mockReset());

const totals: Record<string, number> = {
  "/admin/api/userdata": 102_345,
  "/admin/api/hospital/data/dashboard": 84,
  "/admin/api/doctors/data/dashboard": 1,
  "/admin/api/blood/donors": 12,
};
const doctor = {
  _id: "d1",
  full_Name: "Anjali Nair",
  doctor_ID: "TCMC 1",
  specialization: "ENT",
  phone_Number: "9846012345",
  district: "Kollam",
};

function show(route: string, { sample = false, unanswered = "" } = {}): void {
  signIn("admin", "token");
  const revenue = { today: [], weekly: [], monthly: [{ label: "2024-02-05", amount: 700 }] };
  const yearly = [
    { year: 2024, amount: 1_00_000 },
    { year: 2023, amount: 20_000 },
    { year: 2022, amount: 0 },
  ];
  fetch.mockImplementation(async ({ url }) => {
    const { pathname } = new URL(url);
    const total = totals[pathname];
    if (total !== undefined && pathname !== unanswered)
      return Response.json({ message: "", data: [doctor], total, next: null });
    if (pathname === "/admin/api/dashboard")
      return Response.json({ message: "", data: { revenue, yearly, sample } });
    return Response.json({}, { status: 500 });
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[`/admin/home/${route}`]}>
        <Routes>
          <Route path="/admin/home/:route" element={<Page />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("the cards count with the totals of the four calls", async () => {
  show("dashboard");
  await screen.findByText("1,02,345");
  const cards = screen.getAllByRole("term").map((term) => term.textContent);
  const figures = screen.getAllByRole("definition").map((figure) => figure.textContent);
  expect(cards).toEqual(["Total Users", "Total Hospital's", "Total Doctor's", "Total Blood donor's"]);
  expect(figures).toEqual(["1,02,345 nos", "84 nos", "1 nos", "12 nos"]);
  expect(document.title).toBe("Dashboard · Doc Care");
});

test("the years stand beside their sum in rupees; nothing is made up", async () => {
  show("dashboard");
  expect(await screen.findByText("₹1,20,000")).toBeTruthy();
  expect(screen.getByRole("row", { name: "2024 ₹1,00,000" })).toBeTruthy();
  expect(screen.queryByText("Sample data")).toBeNull();
  expect(screen.queryByText("$500,458")).toBeNull();
});

test("made-up figures stand under their mark only", async () => {
  show("dashboard", { sample: true });
  expect(await screen.findByText("$500,458")).toBeTruthy();
  expect(screen.getAllByText("Sample data")).toHaveLength(2);
});

test("an unknown view leads back to the dashboard", () => {
  show("constructor");
  expect(screen.getByRole("heading", { level: 1, name: "Page not found" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Dashboard" }).getAttribute("href")).toBe("/admin/home/dashboard");
});

test("a count that cannot be had leaves the others in their places", async () => {
  show("dashboard", { unanswered: "/admin/api/blood/donors" });
  expect(await screen.findByText("Some figures could not be loaded.")).toBeTruthy();
  const figures = screen.getAllByRole("definition").map((figure) => figure.textContent);
  expect(figures).toEqual(["1,02,345 nos", "84 nos", "1 nos", "–"]);
});
