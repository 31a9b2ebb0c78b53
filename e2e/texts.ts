/** The catalogue, so that a journey in either language presses what its page shows. */
import { readFileSync } from "node:fs";

type Texts = Record<string, string>;

/** A message with plural forms: `{"countPlural=one": …, "countPlural=other": …}`. */
type Variants = { match: Texts }[];

function catalogue(language: string): Record<string, string | Variants> {
  return JSON.parse(readFileSync(new URL(`../web/messages/${language}.json`, import.meta.url), "utf8"));
}

/** A text by its key; a missing one fails the test instead of matching everything. */
export function textsIn(language: string): (key: string, values?: Texts) => string {
  const texts = catalogue(language);
  return (key, values = {}) => {
    const message = texts[key];
    const text = typeof message === "object" ? pluralForm(message, language, values) : message;
    if (text === undefined) throw new Error(`no text ${key} in ${language}`);
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  };
}

function pluralForm([variants]: Variants, language: string, values: Texts): string | undefined {
  const rules = new Intl.PluralRules(language);
  return Object.entries(variants?.match ?? {}).find(([selector]) => {
    const [name = "", form] = selector.split("Plural=");
    return rules.select(Number(values[name])) === form;
  })?.[1];
}
