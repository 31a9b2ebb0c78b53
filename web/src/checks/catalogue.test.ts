import { expect, test } from "vitest";
import { catalogue } from "./message-texts";
import { sourceFiles } from "./source-files";

const en = catalogue("en");
const ml = catalogue("ml");
const used = new Set(
  sourceFiles().flatMap(({ text }) => [...text.matchAll(/\bm\.([a-z_0-9]+)\b/g)].map(([, key]) => key)),
);

/** Equal in both languages on purpose: names, and figures. */
const sameInBoth = new Set(["app_name", "app_document_title", "doctor_title", "cost_free"]);

/** Values and punctuation alone have nothing to translate. */
const hasWords = (text: string) => /\p{L}/u.test(text.replaceAll(/\{[a-z]+\}/gi, ""));

test("every key is there in both languages", () => {
  expect(Object.keys(ml).sort()).toEqual(Object.keys(en).sort());
});

test("every key is used, and every used key exists", () => {
  expect(Object.keys(en).filter((key) => !used.has(key))).toEqual([]);
  expect([...used].filter((key) => key && !(key in en))).toEqual([]);
});

test("Malayalam texts are Malayalam, and say the same values", () => {
  const values = (texts: readonly string[]) => (texts.join(" ").match(/\{[a-z]+\}/gi) ?? []).sort();
  for (const [key, texts] of Object.entries(en)) {
    expect(values(ml[key] ?? []), key).toEqual(values(texts));
    if (sameInBoth.has(key) || key === "language_other" || !texts.some(hasWords)) continue;
    for (const text of ml[key] ?? []) expect(text, key).toMatch(/[\u0d00-\u0d7f]/);
  }
});

test("no visible text is in the code", () => {
  const texts = sourceFiles()
    .filter(({ path }) => path.endsWith(".tsx"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/(?:>|\/>|\})\s*([A-Z][a-z]+(?: [a-z]+)+)[.!?]?\s*</g)].map(
        ([, words]) => `${path}: ${words}`,
      ),
    );
  expect(texts).toEqual([]);
});
