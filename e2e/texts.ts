/** The message catalogue, so that a test in either language finds the page's texts. */
import { readFileSync } from "node:fs";

type Texts = Record<string, string>;

/** The two forms of a text with a count, which is the first value of `other`. */
interface Forms {
  one: string;
  other: string;
}

function catalogue(language: string): Record<string, string | Forms> {
  return JSON.parse(readFileSync(new URL(`../web/messages/${language}.json`, import.meta.url), "utf8"));
}

/** A text by its key; a missing one fails the test instead of matching everything. */
export function textsIn(language: string): (key: string, values?: Texts) => string {
  const texts = catalogue(language);
  return (key, values = {}) => {
    const message = texts[key];
    const text = typeof message === "object" ? pluralForm(message, values) : message;
    if (text === undefined) throw new Error(`no text ${key} in ${language}`);
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  };
}

function pluralForm({ one, other }: Forms, values: Texts): string {
  const count = /\{(\w+)\}/.exec(other)?.[1] ?? "";
  return values[count] === "1" ? one : other;
}
