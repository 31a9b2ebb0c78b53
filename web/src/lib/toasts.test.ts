import { expect, test } from "vitest";
import { showError, showMessage, toastQueue } from "./toasts";

test("the same thing is said once while it is on the screen", () => {
  showError("Please sign in to continue.");
  showError("Please sign in to continue.");
  showMessage("Signed in");
  expect(toastQueue.visibleToasts.map(({ content }) => content.text).sort()).toEqual([
    "Please sign in to continue.",
    "Signed in",
  ]);
});
