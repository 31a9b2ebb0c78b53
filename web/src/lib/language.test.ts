import { expect, test } from "vitest";
import { languageCookie, languageOf, withoutLanguage } from "./language";

test.each([
  ["en", "en"],
  ["ml", "ml"],
  ["", "en"],
  ["fr", "en"],
])("a page in %j is shown in %j", (html, language) => {
  expect(languageOf(html)).toBe(language);
});

test("the choice is kept for a year, on every page", () => {
  expect(languageCookie("ml")).toBe("lang=ml; path=/; max-age=31536000; SameSite=Lax");
});

test.each([
  ["http://x/viewdoctors?value=ENT&lang=ml", "http://x/viewdoctors?value=ENT"],
  ["http://x/?lang=ml#need-blood", "http://x/#need-blood"],
  ["http://x/category", "http://x/category"],
])("the switch keeps the page of %s", (from, to) => {
  expect(withoutLanguage(from)).toBe(to);
});
