import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./doctors";

const doctor = { _id: "d1", full_Name: "Anjali Nair", specialization: "ENT", Image: null, confirmed: false };

test("a doctor is confirmed after a question, which stays until the server agrees", async () => {
  signIn("worker", "t", "w1");
  let doctors = [doctor];
  let settle = () => refused(503, "busy", "Busy");
  server.mockImplementation(async ({ method }) => (method === "GET" ? answer(doctors) : settle()));
  renderPage(<Page title="Doctors" />);
  await userEvent.click(await screen.findByRole("button", { name: "Confirm" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm this doctor?" }));
  const yes = () => userEvent.click(dialog.getByRole("button", { name: "Yes, confirm" }));
  await yes();
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Busy" }]));

  settle = () => answer(undefined, "Confirmed by you");
  doctors = [{ ...doctor, confirmed: true }];
  await yes();
  expect(await screen.findByRole("heading", { name: "Confirmed" })).toBeDefined();
  expect(screen.queryByRole("heading", { name: "Waiting for your answer" })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(takeToasts()).toEqual([{ tone: "good", text: "Confirmed by you" }]);
  const sent = server.mock.calls.map(([{ method, url }]) => `${method} ${new URL(url).pathname}`);
  expect(sent).toContain("PATCH /user/api/worker/doctors/w1/confirm/d1");
});

test("without doctors the page explains how they are added", async () => {
  server.mockImplementation(async () => answer([]));
  renderPage(<Page title="Doctors" />);
  expect(await screen.findByRole("heading", { name: "No doctors yet" })).toBeDefined();
});
