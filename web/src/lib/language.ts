/** The language of the page is that of its HTML; the switch sets a cookie and reloads. */
import { type Locale, setLocale } from "../messages/locale";
import { cookieText } from "./cookie";
import { leaveUnasked } from "./unsaved";
import type { ToWorker } from "./worker-messages";

const oneYear = 60 * 60 * 24 * 365;

export function languageOf(htmlLang: string): Locale {
  return htmlLang === "ml" ? "ml" : "en";
}

export function takeDocumentLanguage(): void {
  const language = languageOf(document.documentElement.lang);
  setLocale(language);
}

export function languageCookie(language: Locale): string {
  return cookieText({ name: "lang", value: language, seconds: oneYear, sameSite: "Lax" });
}

/** `?lang=` would win over the cookie. */
export function withoutLanguage(url: string): string {
  const page = new URL(url);
  page.searchParams.delete("lang");
  return page.href;
}

/** Drafts are restored after the reload (`drafts.ts`). */
export function switchLanguage(language: Locale): void {
  leaveUnasked();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and older Safari.
  document.cookie = languageCookie(language);
  window.history.replaceState(window.history.state, "", withoutLanguage(window.location.href));
  // On a slow connection the service worker would show its copy, which is in the former language.
  const message: ToWorker = { kind: "language" };
  if (navigator.onLine) navigator.serviceWorker?.controller?.postMessage(message);
  window.location.reload();
}
