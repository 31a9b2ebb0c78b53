import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type SourceFile, sourceFiles } from "./source-files";

/** Whether a file reads a query's state itself, instead of using `Loaded`. */
function asksLoad(text: string): boolean {
  if (/\b(isError|fetchNextPage|hasNextPage)\b/.test(text)) return true;
  // A refusal as gone or ended is an answer about the thing itself.
  const asking = text.replace(/\b(refusedAs|linkEnded)\(\w+\.error\b/g, "");
  // The state of a change (`useChange`) belongs to its button.
  const loads = [...text.matchAll(/const (\w+) = use(?:Infinite)?Query\(/g)].map(([, name]) => name);
  const state = "\\b(isPending|isLoading|isFetching|error|status)\\b";
  return (
    loads.some((name) => new RegExp(`\\b${name}\\.${state}`).test(asking)) ||
    new RegExp(`\\{[^{}]*${state}[^{}]*\\} = use(Infinite)?Query\\(`).test(asking)
  );
}

test.each([
  ["const { data, isPending } = useQuery(doctorQuery(id));", true],
  ["const doctor = useQuery(doctorQuery(id));\nif (doctor.isPending) return null;", true],
  ["const { data, error } = useQuery(doctorQuery(id));", true],
  ["const list = useInfiniteQuery(listQuery());\nif (list.error) return null;", true],
  ["const list = useInfiniteQuery(listQuery());\nlist.isFetching", true],
  ["const list = useInfiniteQuery(listQuery());\nlist.status", true],
  ["if (list.hasNextPage) list.fetchNextPage();", true],
  ["const cancel = useCancel();\ncancel.isPending", false],
  ["if (cancel.error) {\n  const { data } = useQuery(doctorQuery(id));", false],
  ['const doctor = useQuery(doctorQuery(id));\nrefusedAs(doctor.error, "not_found")', false],
  ["const doctor = useQuery(doctorQuery(id));\n<Loaded load={doctor}>", false],
])("%j asks a load: %s", (text, expected) => {
  expect(asksLoad(text)).toBe(expected);
});

/** Files that may read a query's state, with the reason. */
const mayAsk = {
  "api/reference.ts": "the two fields of a place say themselves that their lists did not come",
  "api/use-live-query.ts": "a stream ends with a load that the server refuses for good",
  "app/pages/booking-panel.tsx":
    "without its doctor the panel is another sheet, with no times to choose from",
  "app/pages/confirm-booking.tsx": "a form that goes on without the profile which would fill it in",
  "app/pages/guest-booking.tsx": "a form that goes on without knowing whether codes can be sent",
  "components/loaded.tsx": "the frame itself",
  "features/admin/bar/search.tsx": "suggestions say in their own list why there are none",
  "features/appointments/day-sheet.tsx": "is printed as soon as the doctor's name is there, or will not come",
  "features/appointments/desk-booking/patient-field.tsx":
    "suggestions say below their field why there are none",
  "features/directory/components/district-field.tsx": "suggestions say in their own list why there are none",
  "features/doctor/pages/profile.tsx": "its hospital's suggestions say in their own list why there are none",
};

/** The mechanisms themselves, and their tests. */
const mechanisms = ["api/query-defaults.test.ts", "api/change.test.tsx", "components/loaded.test.tsx"];

const where = (files: SourceFile[], is: (text: string) => boolean) =>
  files.filter(({ path, text }) => !mechanisms.includes(path) && is(text)).map(({ path }) => path);

test("query states are rendered by Loaded only", () => {
  expect(where(sourceFiles(), asksLoad).toSorted()).toEqual(Object.keys(mayAsk).toSorted());
});

test("search parameters are read and written in one module", () => {
  expect(where(sourceFiles(), (text) => /\buseSearchParams\b/.test(text))).toEqual([]);
});

test("no page stores a search for people in the query string", () => {
  expect(where(sourceFiles(), (text) => /\bq: \{\}/.test(text))).toEqual([]);
});

test("a page is shown in one way in tests", () => {
  const tests = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith("checks/"))
    .map((path) => ({ path, text: readFileSync(`src/${path}`, "utf8") }));
  expect(where(tests, (text) => /\bMemoryRouter\b|new QueryClient\(/.test(text))).toEqual([]);
});
