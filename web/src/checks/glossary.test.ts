/** docs/GLOSSARY.md: one word for one thing. Other spellings fail here, in pages, server texts, emails and templates. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogue } from "./message-texts";

/** A forbidden spelling, and its replacement. */
const wrongInMalayalam: [RegExp, string][] = [
  [/ഇ-മെയി/, "ഇമെയിൽ"],
  [/(?<!ഇ)മെയി[ൽല]/, "ഇമെയിൽ"],
  [/ലീവ/, "അവധി"],
  [/സൈൻ ഇൻ|സൈൻ ഔട്ട്|ലോഗ് ഇൻ/, "ലോഗിൻ, ലോഗ് ഔട്ട്"],
  [/ക്ലിനിക്(?!ക)/, "ക്ലിനിക്ക്"],
  [/അഭ്യർഥ/, "അഭ്യർത്ഥന"],
  [/രക്താഭ്യർത്ഥന|രക്ത അഭ്യർത്ഥന/, "രക്തത്തിനുള്ള അഭ്യർത്ഥന"],
  [/ഉറപ്പാക്കി(?!യ)|ഉറപ്പാക്കിയ(?:വ| സന്ദർശന)/, "അംഗീകരിച്ചു or സ്ഥിരീകരിച്ചു"],
  [/അങ്ഗീകരി|അംഗികരി/, "അംഗീകരിച്ചു"],
  [/തീരുമാനമായിട്ടില്ല/, "ഡോക്ടറുടെ മറുപടി കാത്ത്"],
  [/മാറ്റിവെ[ച്ക]/, "കരുതിവെച്ചു"],
  [/ഞങ്ങൾ (?:നിങ്ങൾക്ക് )?എഴുത/, "അറിയിക്കും or ഓർമ്മിപ്പിക്കും"],
  [/ബുക്കിംഗ/, "ബുക്കിങ്"],
  [/തിരച്ചി/, "തിരയൽ"],
  [/വൈകുന്നേരം/, "വൈകിട്ട്"],
  [/\}-[\u0d00-\u0d7f]/, "no case ending glued to a value"],
];

const wrongInEnglish: [RegExp, string][] = [
  [/\be-mail/i, "email"],
  [/(?<![\w-])mail(?:s|ed)?\b/i, "email"],
  [/\bsign(?:ed|s|ing)? (?:in|out)\b/i, "log in, log out"],
  [/\bwaitlist/i, "waiting list"],
  [/\b(?:this|the) installation\b/i, "this website"],
  [/\b(?:who|what)(?:so)?ever\b/i, "anyone who, the person who"],
  [/\bnobody (?:else|known|has|comes|can|of)\b/i, "no one"],
  [/\b(?:every|any)body\b/i, "everyone, anyone"],
  [/\bstands? (?:here|in)\b/i, "appears here"],
  [/\bwaits? for (?:a look|approval|you)\b/i, "is waiting for"],
];

/** Texts that the specification fixes. */
const specTexts = new Set(["Please sign in to continue.", "Sign In"]);

interface Text {
  where: string;
  text: string;
}

const pages = (language: string): Text[] =>
  Object.entries(catalogue(language)).flatMap(([key, texts]) => texts.map((text) => ({ where: key, text })));

function filesUnder(folder: string, named: RegExp): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesUnder(path, named);
    return named.test(path) ? [path] : [];
  });
}

const malayalam = /[\u0d00-\u0d7f]/;

/** String literals of the server's texts and emails; those with Malayalam letters are Malayalam. */
function serverTexts(): Text[] {
  const code = filesUnder("../server/src", /\/(?:texts|mails|letter|problem|fields|model|rules)\.rs$/);
  const literals = code.flatMap((where) =>
    [
      ...readFileSync(where, "utf8")
        .replaceAll(/^\s*\/\/.*$/gm, "")
        .matchAll(/"((?:[^"\\]|\\[\s\S])*)"/g),
    ].map(([, text]) => ({ where, text: (text ?? "").replaceAll(/\\\n\s*/g, "") })),
  );
  const data = [
    "../server/src/blood/mails.json",
    "../server/src/platform/http/codes.json",
    "../docs/message-templates.example.json",
  ];
  const values = data.flatMap((where) =>
    textsWithin(JSON.parse(readFileSync(where, "utf8"))).map((text) => ({ where, text })),
  );
  return [...literals, ...values];
}

function textsWithin(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsWithin) : [];
}

const inMalayalam = [...pages("ml"), ...serverTexts().filter(({ text }) => malayalam.test(text))];
const isSentence = (text: string) => / /.test(text) && /^[A-Z]/.test(text);
const inEnglish = [
  ...pages("en").filter(({ text }) => !specTexts.has(text)),
  ...serverTexts().filter(({ text }) => !malayalam.test(text) && isSentence(text) && !specTexts.has(text)),
];

function found(texts: Text[], wrong: RegExp): string[] {
  return texts.filter(({ text }) => wrong.test(text)).map(({ where, text }) => `${where}: ${text}`);
}

test("the texts of the server are read", () => {
  expect(serverTexts().filter(({ text }) => malayalam.test(text)).length).toBeGreaterThan(400);
});

test.each(wrongInMalayalam)("no Malayalam text has %s: say %s", (wrong) => {
  expect(found(inMalayalam, wrong)).toEqual([]);
});

test.each(wrongInEnglish)("no English text has %s: say %s", (wrong) => {
  expect(found(inEnglish, wrong)).toEqual([]);
});
