import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { exampleDoctor } from "../../testing/doctor";
import { answer, renderPage, server } from "../../testing/page";
import { usePrefetchBooking } from "./lazy-booking-panel";

const nextSlot = {
  date: "Feb 6, 2024",
  time: "09:15",
  startsAt: "2024-02-06T09:15:00+05:30",
  mode: "clinic" as const,
  fee: 450,
};
const doctor = { ...exampleDoctor, nextSlot };

function Ahead() {
  const prepare = usePrefetchBooking();
  return (
    <button type="button" onFocus={() => prepare(doctor)}>
      Book
    </button>
  );
}

beforeEach(() => {
  server.mockImplementation(async () => answer([]));
});

afterEach(() => {
  delete navigator.connection;
});

async function focusTwice(): Promise<string[]> {
  renderPage(<Ahead />);
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  expect(screen.getByRole("button")).toBe(document.activeElement);
  return server.mock.calls.map(([{ url }]) => url.replace(/^.*\/user\/api/, ""));
}

test("focusing the book button twice prefetches the week and the first day's slots once", async () => {
  window.localStorage.setItem("userToken", "t");
  expect(await focusTwice()).toEqual(["/doctor/d1/availability?days=7", "/doctor/d1/slots?date=2024-02-06"]);
});

test("nothing is prefetched without a login", async () => {
  expect(await focusTwice()).toEqual([]);
});

test.each([{ saveData: true }, { effectiveType: "2g" }])(
  "nothing is prefetched with %j",
  async (connection) => {
    window.localStorage.setItem("userToken", "t");
    navigator.connection = connection;
    expect(await focusTwice()).toEqual([]);
  },
);
