import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { showError, showMessage } from "../lib/toasts";
import { ToastRegion } from "./toast-region";

test("a message that came before the region is shown, and each text only once", async () => {
  showError("Please sign in to continue.");
  render(<ToastRegion />);
  act(() => showError("Please sign in to continue."));
  act(() => showMessage("Signed in"));
  expect((await screen.findAllByRole("alertdialog")).map((toast) => toast.textContent)).toEqual([
    "Signed in",
    "Please sign in to continue.",
  ]);
  await userEvent.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  expect(screen.queryByText("Signed in")).toBeNull();
});
