/** The catalogue, so that a journey in either language presses what its page shows. */
import { readFileSync } from "node:fs";

type Texts = Record<string, string>;

function catalogue(language: string): Texts {
  return JSON.parse(readFileSync(new URL(`../web/messages/${language}.json`, import.meta.url), "utf8"));
}

/** A text by its key; a missing one fails the test instead of matching everything. */
export function textsIn(language: string): (key: string, values?: Texts) => string {
  const texts = catalogue(language);
  return (key, values = {}) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`no text ${key} in ${language}`);
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  };
}
