import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { doctorBooking } from "../../../testing/bookings";
import { answer, renderPage, server } from "../../../testing/page";
import { Page } from "./home";

// jsdom has no canvas; the figures of the charts are in their tables.
vi.mock("../../../components/chart-canvas", () => ({
  DoughnutChartCanvas: () => null,
  LineChartCanvas: () => null,
}));

async function show({ sample }: { sample: boolean }): Promise<void> {
  signIn("doctor", "token", "d1");
  const figures = {
    total: 1284,
    pending: 1,
    approved: 2,
    rejected: 3,
    cancelled: 1278,
    month: { pending: 1, checked: 20, rejected: 3, cancelled: 4, total: 28 },
    revenue: {
      today: [{ label: "09:00", amount: 300 }],
      weekly: [{ label: "2024-02-05", amount: 700 }],
      monthly: [
        { label: "2024-02-05", amount: 700 },
        { label: "2024-02-06", amount: 100_000 },
      ],
    },
    sample,
  };
  const request = doctorBooking({ bookingTime_Date: "2024-01-04T18:45:00Z" });
  server.mockImplementation(async ({ url }) => answer(url.includes("/dashboard/") ? figures : [request]));
  renderPage(<Page title="Dashboard" />);
  await screen.findByRole("heading", { name: "Revenue" });
}

const texts = (row: HTMLElement) => row.textContent;
const rows = (name: string) =>
  within(screen.getByRole("table", { name })).getAllByRole("row").slice(1).map(texts);

test("the counts, the revenue of the month and this month's bookings are shown as they are", async () => {
  await show({ sample: false });
  expect(screen.getAllByRole("term").map(texts)).toEqual([
    "Total Booking",
    "Total Pending",
    "Total Approvel",
    "Total Reject",
    "Total Cancelled",
  ]);
  expect(screen.getAllByRole("definition").map(texts)).toEqual(["1,284", "1", "2", "3", "1,278"]);
  expect(screen.getByText("₹1,00,700")).toBeDefined();
  expect(rows("Revenue")).toEqual(["5 Feb₹700", "6 Feb₹1,00,000"]);
  expect(rows("Monthly Bookings")).toEqual(["Pending1", "Approved20", "Rejected3", "Cancelled4"]);
  expect(screen.getByText("28")).toBeDefined();
  expect(screen.queryByText("Sample data")).toBeNull();
});

test("another period shows its own figures", async () => {
  await show({ sample: false });
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Monthly" }).checked).toBe(true);
  await userEvent.click(screen.getByRole("radio", { name: "Today" }));
  expect(rows("Revenue")).toEqual(["9:00 am₹300"]);
});

test("sample figures are marked, and the counts are real", async () => {
  await show({ sample: true });
  expect(screen.getAllByText("Sample data")).toHaveLength(2);
  expect(screen.getByText("$500,458")).toBeDefined();
  expect(screen.queryByText("28")).toBeNull();
  expect(rows("Monthly Bookings")).toEqual(["Pending14", "Approved58", "Rejected6", "Cancelled4"]);
  expect(screen.getAllByRole("definition").map(texts)).toEqual(["1,284", "1", "2", "3", "1,278"]);
});

test("a pending request says when it was booked, in India's time", async () => {
  await show({ sample: false });
  expect(await screen.findByText("2024-01-05 12:15 AM")).toBeDefined();
});
