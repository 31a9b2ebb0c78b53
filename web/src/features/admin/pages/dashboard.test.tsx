import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./dashboard";

// jsdom has no canvas; the figures of the charts are in their tables.
vi.mock("../../../components/chart-canvas", () => ({
  DoughnutChartCanvas: () => null,
  LineChartCanvas: () => null,
}));

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

function show({ sample = false, unanswered = "" } = {}): void {
  signIn("admin", "token");
  const revenue = { today: [], weekly: [], monthly: [{ label: "2024-02-05", amount: 700 }] };
  const yearly = [
    { year: 2024, amount: 1_00_000 },
    { year: 2023, amount: 20_000 },
    { year: 2022, amount: 0 },
  ];
  server.mockImplementation(async ({ url }) => {
    const { pathname } = new URL(url);
    const total = totals[pathname];
    if (total !== undefined && pathname !== unanswered) return listed([doctor], { total });
    if (pathname === "/admin/api/dashboard") return answer({ revenue, yearly, sample });
    return refused(500, "internal", "");
  });
  renderPage(<Page title="Dashboard" />);
}

const figures = () => screen.getAllByRole("definition").map((figure) => figure.textContent);

test("the cards count with the totals of the four calls", async () => {
  show();
  await screen.findByText("1,02,345");
  const cards = screen.getAllByRole("term").map((term) => term.textContent);
  expect(cards).toEqual(["Total Users", "Total Hospital's", "Total Doctor's", "Total Blood donor's"]);
  expect(figures()).toEqual(["1,02,345 nos", "84 nos", "1 nos", "12 nos"]);
});

test("the years are shown with their sum in rupees, without sample figures", async () => {
  show();
  expect(await screen.findByText("₹1,20,000")).toBeTruthy();
  expect(screen.getByRole("row", { name: "2024 ₹1,00,000" })).toBeTruthy();
  expect(screen.getByRole("row", { name: "2022 ₹0" })).toBeTruthy();
  expect(screen.queryByText("Sample data")).toBeNull();
  expect(screen.queryByText("$500,458")).toBeNull();
});

test("sample figures are marked, and add up to the specified total", async () => {
  show({ sample: true });
  expect(await screen.findByText("$500,458")).toBeTruthy();
  expect(screen.getAllByText("Sample data")).toHaveLength(2);
  const years = screen.getAllByRole("row", { name: /^202[234] ₹/ });
  const amounts = years.map((row) => Number(row.textContent?.split("₹")[1]?.replaceAll(",", "")));
  expect(amounts.reduce((sum, amount) => sum + amount)).toBe(500_458);
});

test("a count that cannot be had leaves the others in their places", async () => {
  show({ unanswered: "/admin/api/blood/donors" });
  expect(await screen.findByText("Some figures could not be loaded.")).toBeTruthy();
  expect(figures()).toEqual(["1,02,345 nos", "84 nos", "1 nos", "–"]);
});
