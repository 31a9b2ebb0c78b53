import { afterEach, expect, test, vi } from "vitest";
import { cookieText } from "./cookie";

afterEach(() => window.sessionStorage.clear());

/** Another tab logs out while this one is not loaded. */
function departElsewhere(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the code under test.
  document.cookie = cookieText({ name: "departure", value: "0.5", seconds: 60, sameSite: "Strict" });
}

test("a tab that slept through a logout is empty when it is loaded again", async () => {
  await import("./tab-owner");
  window.sessionStorage.setItem("draft:contact", "Asha");
  vi.resetModules();
  await import("./tab-owner");
  expect(window.sessionStorage.getItem("draft:contact")).toBe("Asha");
  departElsewhere();
  vi.resetModules();
  await import("./tab-owner");
  expect(window.sessionStorage.getItem("draft:contact")).toBeNull();
  window.sessionStorage.setItem("draft:contact", "Babu");
  vi.resetModules();
  await import("./tab-owner");
  expect(window.sessionStorage.getItem("draft:contact"), "of the next person").toBe("Babu");
});
