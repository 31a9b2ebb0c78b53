import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listed, refused, renderPage, server } from "../../../testing/page";
import { Page as Doctors } from "./doctor-list";
import { Page as Messages } from "./messages";

/** The end of the list is always visible to observers. */
class InSight {
  private isWatching = true;
  constructor(private onSeen: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    queueMicrotask(() => this.isWatching && this.onSeen([{ isIntersecting: true }]));
  }
  disconnect() {
    this.isWatching = false;
  }
}

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", InSight);
});
afterEach(() => vi.unstubAllGlobals());

const message = { _id: "m1", name: "Radhika", email: "", message: "", createdAt: "2024-01-05T03:45:00Z" };
const doctor = {
  _id: "d1",
  full_Name: "Radhika",
  specialization: "ENT",
  experience: 3,
  district: "Kollam",
  consultation_Address: "",
  consultation_Fee: 300,
};

test.each([
  { name: "messages", page: <Messages title="" />, path: "/messages", row: message },
  { name: "doctors", page: <Doctors title="" />, path: "/doctors/view/data", row: doctor },
])("the next $name come by themselves; a page that fails is asked for by a press only", async (list) => {
  const asked: (string | null)[] = [];
  server.mockImplementation(async ({ url, headers }) => {
    const { pathname } = new URL(url);
    if (!pathname.endsWith(list.path)) return refused(404, "not_found", "");
    asked.push(headers.get("X-Cursor"));
    if (asked.length === 3) return refused(503, "busy", "Please try again.");
    return listed([{ ...list.row, _id: String(asked.length) }], { next: String(asked.length + 1) });
  });
  renderPage(list.page);
  await screen.findByText("We could not load more. Please try again.");
  expect(screen.getAllByText(/Radhika/)).toHaveLength(2);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toEqual([null, "2", "3"]);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(screen.getAllByText(/Radhika/).length).toBeGreaterThan(2));
  expect(asked[3]).toBe("3");
});
