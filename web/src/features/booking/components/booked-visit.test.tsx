import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { keepInstallPrompt } from "../../../lib/install-prompt";
import { signIn } from "../../../lib/session";
import { ownBooking } from "../../../testing/bookings";
import { answer, listed, renderPage, server } from "../../../testing/page";
import { BookedVisit } from "./booked-visit";

let booking: ReturnType<typeof ownBooking>;

beforeEach(() => {
  signIn("user", "token", "u1");
  booking = ownBooking();
  server.mockImplementation(async ({ url }) =>
    url.includes("/reference") ? answer({ states: [] }) : listed([booking]),
  );
});

const show = (id = "b1", onClose = () => undefined) =>
  renderPage(<BookedVisit userId="u1" id={id} onClose={onClose} />);

test("a request says that it waits for the doctor, and never that it is booked", async () => {
  show();
  const heading = await screen.findByRole("heading", { name: "Your appointment is requested" });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText("Waiting for the doctor")).toBeDefined();
  expect(screen.getByText(/^The doctor has until Thu 4 Jan 2024, 6:00 pm to confirm it/)).toBeDefined();
  expect(document.body.textContent).not.toMatch(/is booked/);
  for (const name of ["Reschedule", "Add to calendar", "Cancel", "Share"])
    expect(screen.getByRole("button", { name })).toBeDefined();
  expect(screen.getByRole("link", { name: /^Directions/ })).toBeDefined();
});

test("one that was approved at once is booked and confirmed", async () => {
  booking = ownBooking({ status: "Checked", token: "5" });
  show();
  expect(
    await screen.findByRole("heading", { name: "Your appointment is booked and confirmed" }),
  ).toBeDefined();
  expect(screen.getByText("Confirmed")).toBeDefined();
});

test("it stays until it is closed", async () => {
  const onClose = vi.fn();
  show("b1", onClose);
  await userEvent.click(await screen.findByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("after the offer to install the app the focus is on the heading", async () => {
  show();
  const heading = await screen.findByRole("heading", { name: "Your appointment is requested" });
  act(() => keepInstallPrompt(Object.assign(new Event("beforeinstallprompt"), { prompt: vi.fn() })));
  await userEvent.click(screen.getByRole("button", { name: "Not now" }));
  expect(screen.queryByRole("button", { name: "Add to this device" })).toBeNull();
  expect(document.activeElement).toBe(heading);
});

test("nothing is shown of another user's booking", async () => {
  show("b9");
  await vi.waitFor(() => expect(screen.queryByRole("heading")).toBeNull());
  expect(screen.queryByRole("article")).toBeNull();
});
