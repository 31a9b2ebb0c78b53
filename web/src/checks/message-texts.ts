/** Reads the message catalogues: a message is a text, or one text for each plural form. */
import { readFileSync } from "node:fs";

interface Variants {
  match: Record<string, string>;
}

export type Catalogue = Record<string, readonly string[]>;

export function catalogue(language: string): Catalogue {
  const { $schema, ...messages } = JSON.parse(readFileSync(`messages/${language}.json`, "utf8")) as Record<
    string,
    string | Variants[]
  >;
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === "string" ? [message] : message.flatMap(({ match }) => Object.values(match)),
    ]),
  );
}
