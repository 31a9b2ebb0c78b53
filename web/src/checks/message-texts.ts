/** Reads the message catalogues: a message is a text, or one text for each plural form. */
import { readFileSync } from "node:fs";

export type Catalogue = Record<string, readonly string[]>;

export function catalogue(language: string): Catalogue {
  const messages = JSON.parse(readFileSync(`messages/${language}.json`, "utf8")) as Record<
    string,
    string | { one: string; other: string }
  >;
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === "string" ? [message] : [message.one, message.other],
    ]),
  );
}
