/** The test of every journey: whatever the browser complains about fails it. */
import { test as base, expect } from "@playwright/test";

interface Options {
  /** Complaints that a test provokes, such as the browser's note about an answer with status 404. */
  expectedComplaints: RegExp[];
}

export const test = base.extend<Options>({
  expectedComplaints: [[], { option: true }],

  page: async ({ page, expectedComplaints }, use) => {
    const complaints: string[] = [];
    // Policy violations and failed downloads reach the console; hydration mismatches are errors of the page.
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await use(page);
    const unexpected = complaints.filter(
      (text) => !expectedComplaints.some((expected) => expected.test(text)),
    );
    expect(unexpected, "the browser's complaints").toEqual([]);
  },
});

export { expect };
