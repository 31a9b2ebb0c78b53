/** What axe finds on a page as it stands, by the rules of WCAG 2.2 AA. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What fades in has its colours only at the end; skeletons pulse for ever. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // An animation whose element goes away ends by being cancelled.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

export async function expectAccessible(page: Page): Promise<void> {
  // Nothing fades while axe looks.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await settled(page);
  const { violations } = await new AxeBuilder({ page })
    // What it finds good costs as much to tell as what it finds bad.
    .options({ resultTypes: ["violations"] })
    // One document and no frames: the mode that opens no helper page for every look.
    .setLegacyMode()
    .withTags(rules)
    .analyze();
  await page.emulateMedia({ reducedMotion: null });
  const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect(findings).toEqual([]);
}
