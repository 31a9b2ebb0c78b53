import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { Page } from "./doctor-home";

// jsdom has no canvas; what the charts say is in their tables.
vi.mock("../../../components/line-chart-canvas", () => ({ LineChartCanvas: () => null }));
vi.mock("../../../components/doughnut-chart-canvas", () => ({ DoughnutChartCanvas: () => null }));

const fetch = vi.hoisted(() => {
  const standIn = vi.fn<(input: Request) => Promise<Response>>();
  globalThis.fetch = standIn as typeof globalThis.fetch;
  return standIn;
});

afterEach(() => fetch.mockReset());

async function show({ sample }: { sample: boolean }): Promise<void> {
  signIn("doctor", "token", "d1");
  const figures = {
    total: 1284,
    pending: 1,
    approved: 2,
    rejected: 3,
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
  const request = {
    _id: "b1",
    patient_name: "Asha Nair",
    contact_number: "9846012345",
    date: "Jan 5, 2024",
    time: "09:15",
    startsAt: "2024-01-05T09:15:00+05:30",
    status: "Pending",
    bookingTime_Date: "2024-01-04T18:45:00Z",
    fee: 300,
    reason: null,
    overlaps: false,
  };
  fetch.mockImplementation(async ({ url }) =>
    Response.json({ message: "", data: url.includes("/dashboard/") ? figures : [request] }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Page title="Dashboard" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
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
  ]);
  expect(screen.getAllByRole("definition").map(texts)).toEqual(["1,284", "1", "2", "3"]);
  expect(screen.getByText("₹1,00,700")).toBeDefined();
  expect(rows("Revenue")).toEqual(["Feb 5₹700", "Feb 6₹1,00,000"]);
  expect(rows("Monthly Bookings")).toEqual(["Pending1", "Checked20", "Rejected3", "Cancelled4"]);
  expect(screen.getByText("28")).toBeDefined();
  expect(screen.queryByText("Sample data")).toBeNull();
});

test("another period shows its own figures", async () => {
  await show({ sample: false });
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Monthly" }).checked).toBe(true);
  await userEvent.click(screen.getByRole("radio", { name: "Today" }));
  expect(rows("Revenue")).toEqual(["9:00 AM₹300"]);
});

test("sample figures stand under their mark, and the counts stay true", async () => {
  await show({ sample: true });
  expect(screen.getAllByText("Sample data")).toHaveLength(2);
  expect(screen.getByText("$500,458")).toBeDefined();
  expect(screen.queryByText("28")).toBeNull();
  expect(screen.getAllByRole("definition").map(texts)).toEqual(["1,284", "1", "2", "3"]);
});

test("a pending request says when it was booked, in India's time", async () => {
  await show({ sample: false });
  expect(await screen.findByText("2024-01-05 12:15 AM")).toBeDefined();
});
