/** Keyboard navigation. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures";

const most = 200;

/** Moves the focus there with the Tab key alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await isThere()); presses++) {
    if (presses === most) throw new Error("the Tab key does not lead there");
    await page.keyboard.press("Tab");
  }
}
