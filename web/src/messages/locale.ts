/** The language of the page. */
export const locales = ["en", "ml"] as const;

export type Locale = (typeof locales)[number];

let current: Locale = "en";

export const getLocale = (): Locale => current;

export function setLocale(locale: Locale): void {
  current = locale;
}

/** What a function says in a language, whatever that of the page is: for what is printed in both. */
export function inLocale<Said>(locale: Locale, say: () => Said): Said {
  const before = current;
  current = locale;
  try {
    return say();
  } finally {
    current = before;
  }
}
