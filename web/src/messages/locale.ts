/** The language of the page. */
export const locales = ["en", "ml"] as const;

export type Locale = (typeof locales)[number];

let current: Locale = "en";

export const getLocale = (): Locale => current;

export function setLocale(locale: Locale): void {
  current = locale;
}
