import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type SourceFile, sourceFiles } from "./source-files";

/** Whether a file asks a load itself how it is getting on, instead of leaving that to `Loaded`. */
function asksLoad(text: string): boolean {
  if (/\b(isError|fetchNextPage|hasNextPage)\b/.test(text)) return true;
  // What a change (`useChange`) says of itself is its button's business.
  const loads = [...text.matchAll(/const (\w+) = use(?:Infinite)?Query\(/g)].map(([, name]) => name);
  return (
    loads.some((name) => new RegExp(`\\b${name}\\.(isPending|isLoading)\\b`).test(text)) ||
    /\{[^}]*\b(isPending|isLoading)\b[^}]*\} = use(Infinite)?Query\(/.test(text)
  );
}

test.each([
  ["const { data, isPending } = useQuery(doctorQuery(id));", true],
  ["const doctor = useQuery(doctorQuery(id));\nif (doctor.isPending) return null;", true],
  ["if (list.hasNextPage) list.fetchNextPage();", true],
  ["const cancel = useCancel();\ncancel.isPending", false],
  ["const doctor = useQuery(doctorQuery(id));\n<Loaded load={doctor}>", false],
])("%j asks a load: %s", (text, expected) => {
  expect(asksLoad(text)).toBe(expected);
});

/** The mechanisms themselves, and their own tests; and a form that goes on without the profile which would fill it in. */
const mechanisms = [
  "app/first-questions.test.ts",
  "app/pages/confirm-booking.tsx",
  "components/loaded.tsx",
  "lib/address.ts",
  "api/call-defaults.test.ts",
  "api/change.test.tsx",
  "components/loaded.test.tsx",
];

const where = (files: SourceFile[], is: (text: string) => boolean) =>
  files.filter(({ path, text }) => !mechanisms.includes(path) && is(text)).map(({ path }) => path);

test("everything that loads is drawn by one frame", () => {
  expect(where(sourceFiles(), asksLoad)).toEqual([]);
});

test("search parameters are read and written in one module", () => {
  expect(where(sourceFiles(), (text) => /\buseSearchParams\b/.test(text))).toEqual([]);
});

test("a page is shown in one way in tests", () => {
  const tests = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith("checks/"))
    .map((path) => ({ path, text: readFileSync(`src/${path}`, "utf8") }));
  expect(where(tests, (text) => /\bMemoryRouter\b|new QueryClient\(/.test(text))).toEqual([]);
});
