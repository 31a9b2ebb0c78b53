/** Runs axe on the current page, by the rules of WCAG 2.2 AA. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures";
import { smallest } from "./site";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Elements that fade in have their colours only at the end; skeletons pulse for ever. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // An animation whose element is removed ends by being cancelled.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

async function expectNothingFound(page: Page, axe: AxeBuilder): Promise<void> {
  // No animations while axe runs.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await settled(page);
  // One document without frames: the mode that opens no helper page for every run.
  const { violations } = await axe.setLegacyMode().analyze();
  await page.emulateMedia({ reducedMotion: null });
  const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect(findings).toEqual([]);
}

/** Reporting passed checks costs axe as much as reporting failed ones. */
const axeFor = (page: Page) => new AxeBuilder({ page }).options({ resultTypes: ["violations"] });

export async function expectAccessible(page: Page): Promise<void> {
  await expectNothingFound(page, axeFor(page).withTags(rules));
}

/** A page that passed in the light theme differs in the dark one by its colours only. */
export async function expectContrastInTheDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNothingFound(page, axeFor(page).withRules("color-contrast"));
  await page.emulateMedia({ colorScheme: null });
}

/** No horizontal scrolling on the smallest phone. */
export async function expectToFit(page: Page): Promise<void> {
  const { width, height } = smallest;
  // Also in a small window, such as one of two side by side, and with text at twice its size.
  for (const [size, text] of [
    [{ width: 280, height }, "100%"],
    [smallest, "200%"],
    [smallest, ""],
  ] as const) {
    await page.setViewportSize(size);
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, text);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    const message = `horizontal scrolling at ${size.width} of ${width} px with text at ${text || "100%"}`;
    await expect.poll(overflow, { message }).toBeLessThanOrEqual(0);
  }
}
