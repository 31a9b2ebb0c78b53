import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { answer, renderPage, server } from "../../../testing/page";
import type { Figures } from "../api";
import { BusinessPage, Page } from "./figures";

const weekday = (name: string, visits: number, missedPercent: number | null) => ({
  weekday: name,
  visits,
  missedPercent,
});

const figures: Figures = {
  days: 30,
  visits: 1_240,
  missedPercent: 12,
  waitMinutes: null,
  weekdays: [weekday("Monday", 1_236, 12), weekday("Tuesday", 4, null), weekday("Wednesday", 0, null)],
  hours: [
    { hour: 9, visits: 0, missedPercent: null, waited: 6, waitMinutes: 25 },
    { hour: 10, visits: 40, missedPercent: 5, waited: 2, waitMinutes: null },
  ],
  leadTimes: [
    { days: 0, visits: 9 },
    { days: 1, visits: null },
    { days: 6, visits: 0 },
  ],
};

let asked: string[];

beforeEach(() => {
  asked = [];
  server.mockImplementation(async (request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(pathname + search);
    return answer(figures);
  });
});

const rowsOf = async (name: string) => {
  const table = await screen.findByRole("table", { name });
  const [, ...rows] = within(table).getAllByRole("row");
  return rows.map((row) => [...row.children].map(({ textContent }) => textContent));
};

test("a doctor's figures are plots whose rows can be read, and of few visits there is none", async () => {
  signIn("doctor", "token", "d1");
  renderPage(<Page title="Figures" />);
  expect(await rowsOf("Missed visits by weekday")).toEqual([
    ["Monday", "12%", "1,236"],
    ["Tuesday", "Too few", "4"],
    ["Wednesday", "Too few", "0"],
  ]);
  expect(await rowsOf("Missed visits by hour")).toEqual([["10:00 am", "5%", "40"]]);
  expect(await rowsOf("Waiting time by hour")).toEqual([
    ["9:00 am", "25 minutes", "6"],
    ["10:00 am", "Too few", "2"],
  ]);
  expect(await rowsOf("How early visits are booked")).toEqual([
    ["On the same day", "9"],
    ["1 day before", "Too few"],
    ["6 days before or earlier", "0"],
  ]);
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "1,240",
    "12%",
    "Too few",
  ]);
  expect(asked).toEqual(["/user/api/doctor/figures/d1?days=30"]);
});

test("a bar is as long as its share of a hundred", async () => {
  signIn("doctor", "token", "d1");
  const { container } = renderPage(<Page title="Figures" />);
  await rowsOf("Missed visits by weekday");
  const bars = [...container.querySelectorAll("table rect")].map((bar) => bar.getAttribute("width"));
  expect(bars).toEqual(["12", "5", "100", "100", "0"]);
});

test("the last ninety days can be chosen", async () => {
  signIn("doctor", "token", "d1");
  renderPage(<Page title="Figures" />);
  await rowsOf("Missed visits by weekday");
  await userEvent.click(screen.getByRole("radio", { name: "Last 90 days" }));
  await rowsOf("Missed visits by weekday");
  expect(asked).toEqual(["/user/api/doctor/figures/d1?days=30", "/user/api/doctor/figures/d1?days=90"]);
});

test("without visits a note takes the place of the plots", async () => {
  signIn("doctor", "token", "d1");
  server.mockImplementation(async () => answer({ ...figures, visits: 0 }));
  renderPage(<Page title="Figures" />);
  expect(await screen.findByText("Figures appear here after the first visits of this period.")).toBeDefined();
  expect(screen.queryByRole("table")).toBeNull();
});

test("a hospital has the figures of its place", async () => {
  signIn("worker", "token", "h1", "hospital");
  renderPage(<BusinessPage title="Figures" />);
  await rowsOf("Missed visits by weekday");
  expect(screen.getByText(/^The visits at this hospital/)).toBeDefined();
  expect(asked).toEqual(["/user/api/worker/figures/h1?days=30"]);
});
