import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
// Imported here, so that no test waits for the lazy chunk.
import "../../../components/action-dialog";
import { takeToasts } from "../../../lib/toasts";
import { answer, renderPage, server } from "../../../testing/page";
import { Page } from "./blood-requests";

const request = {
  _id: "r1",
  Patient_name: "Mathew",
  Blood_group: "B+",
  Units: 2,
  Needed_by: "2099-01-05",
  Contact_name: "Rekha",
  Phone_number: "9876543210",
  Reason: "Surgery",
  look: "waits",
  createdAt: "2099-01-04T10:00:00Z",
};

let rows: object[];

beforeEach(() => {
  rows = [request];
  server.mockImplementation(async ({ method }) =>
    method === "GET" ? answer(rows) : answer(undefined, "More donors are asked."),
  );
});

const open = () => renderPage(<Page title="Blood requests" />, { at: "/business/bloodrequests" });

test("a hospital confirms the patient of a request, after a confirmation dialog", async () => {
  open();
  await userEvent.click(await screen.findByRole("button", { name: "The patient is with us" }));
  expect(screen.getByText("Needs review")).toBeDefined();
  rows = [{ ...request, look: "done" }];
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "The patient is with us" }));
  expect(await screen.findByText("Reviewed")).toBeDefined();
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByRole("button", { name: "The patient is with us" })).toBeNull();
  const [sent] = server.mock.calls.map(([call]) => call).filter(({ method }) => method === "PATCH");
  expect(new URL(sent?.url ?? "").pathname).toMatch(/bloodrequests\/.*\/?confirm\/r1$/);
  expect(takeToasts()).toEqual([{ tone: "good", text: "More donors are asked." }]);
});

test("without requests the page has a note", async () => {
  rows = [];
  open();
  expect(await screen.findByRole("heading", { name: "No open requests" })).toBeDefined();
});
