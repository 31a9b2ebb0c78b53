/**
 * Writes a module for each text of messages/*.json to src/messages/generated, so that a page downloads only the texts that it shows. A text
 * is a string, or two for a count: `{ one, other }`, selected by the first value of `other`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("..", import.meta.url));
const folder = join(web, "src/messages/generated");

function catalogue(language) {
  return JSON.parse(readFileSync(join(web, `messages/${language}.json`), "utf8"));
}

const formsOf = (message) => (typeof message === "string" ? [message] : [message.one, message.other]);

const valuesIn = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

const template = (text) =>
  `\`${text.replace(/[\\`$]/g, "\\$&").replace(/\{(\w+)\}/g, (_, name) => `\${i.${name}}`)}\``;

/** In both languages 1 alone is "one", and counts may be formatted texts ("1,234"). */
function expression(message) {
  if (typeof message === "string") return template(message);
  const [count] = valuesIn(message.other);
  return `(\`\${i.${count}}\` === "1" ? ${template(message.one)} : ${template(message.other)})`;
}

function moduleOf(key, en, ml) {
  const values = new Set([...formsOf(en), ...formsOf(ml)].flatMap(valuesIn));
  const input =
    values.size > 0 ? `i: { ${[...values].map((name) => `${name}: string | number`).join("; ")} }` : "";
  return `import { getLocale } from "../locale";
export const ${key} = (${input}): string =>
  getLocale() === "ml" ? ${expression(ml)} : ${expression(en)};
`;
}

/** Unchanged files are not rewritten, so that watchers are not triggered. */
export function writeMessages() {
  const [en, ml] = [catalogue("en"), catalogue("ml")];
  const files = new Map(
    Object.keys(en).map((key) => [`${key}.ts`, moduleOf(key, en[key], ml[key] ?? en[key])]),
  );
  files.set(
    "index.ts",
    [...files.keys()].map((file) => `export * from "./${file.slice(0, -3)}";\n`).join(""),
  );
  mkdirSync(folder, { recursive: true });
  const before = new Set(readdirSync(folder));
  for (const file of before) if (!files.has(file)) rmSync(join(folder, file));
  for (const [file, text] of files) {
    const path = join(folder, file);
    if (!before.has(file) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeMessages();
