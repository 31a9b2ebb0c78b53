import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { showError, showMessage } from "../lib/toasts";
import { ToastRegion } from "./toast-region";

test("a message that came before the region is shown, and each text only once", async () => {
  showError("Please sign in to continue.");
  render(<ToastRegion />);
  act(() => showError("Please sign in to continue."));
  act(() => showError("The line is lost."));
  expect((await screen.findAllByRole("alertdialog")).map((toast) => toast.textContent)).toEqual([
    "The line is lost.",
    "Please sign in to continue.",
  ]);
  await userEvent.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  expect(screen.queryByText("The line is lost.")).toBeNull();
});

test("a success removes earlier errors", async () => {
  render(<ToastRegion />);
  act(() => showError("Failed to book the appointment."));
  await screen.findByText("Failed to book the appointment.");
  act(() => showMessage("Your appointment is booked."));
  expect(await screen.findByText("Your appointment is booked.")).toBeDefined();
  expect(screen.queryByText("Failed to book the appointment.")).toBeNull();
});

test("a success replaces an earlier one, such as the login of a guest who has booked", async () => {
  render(<ToastRegion />);
  act(() => showMessage("You are logged in."));
  await screen.findByText("You are logged in.");
  act(() => showMessage("Your visit is requested."));
  expect(await screen.findByText("Your visit is requested.")).toBeDefined();
  expect(screen.queryByText("You are logged in.")).toBeNull();
});

test("a repeated text with another number replaces the older one", async () => {
  render(<ToastRegion />);
  act(() => showError("Please try again in 59 seconds."));
  act(() => showError("Please try again in 58 seconds."));
  expect(await screen.findByText("Please try again in 58 seconds.")).toBeDefined();
  expect(screen.queryByText("Please try again in 59 seconds.")).toBeNull();
});
