/** The language in which texts are read. */
export const locales = ["en", "ml"] as const;

export type Locale = (typeof locales)[number];

let current: Locale = "en";

export const getLocale = (): Locale => current;

export function setLocale(locale: Locale): void {
  current = locale;
}
