/** The language of the page is the language of its HTML; only the switch changes it, through a cookie. */
import { type Locale, overwriteGetLocale } from "../paraglide/runtime";
import { cookieText } from "./cookie";
import { leaveUnasked } from "./unsaved";

const oneYear = 60 * 60 * 24 * 365;

export function languageOf(htmlLang: string): Locale {
  return htmlLang === "ml" ? "ml" : "en";
}

export function takeDocumentLanguage(): void {
  const language = languageOf(document.documentElement.lang);
  overwriteGetLocale(() => language);
}

export function languageCookie(language: Locale): string {
  return cookieText({ name: "lang", value: language, seconds: oneYear, sameSite: "Lax" });
}

/** The same page without `?lang=`, which would win over the cookie. */
export function withoutLanguage(url: string): string {
  const page = new URL(url);
  page.searchParams.delete("lang");
  return page.href;
}

/** Loads the page anew; what was typed in a form is put back then (`lib/drafts.ts`). */
export function switchLanguage(language: Locale): void {
  leaveUnasked();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and older Safari.
  document.cookie = languageCookie(language);
  window.history.replaceState(window.history.state, "", withoutLanguage(window.location.href));
  window.location.reload();
}
