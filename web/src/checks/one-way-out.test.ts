import { expect, test } from "vitest";
import { sourceFiles } from "./source-files";

const isApi = (path: string) => /^api\/|^features\/\w+\/api(\/[\w-]+)?\.ts$/.test(path);

/** What only `api/` may touch: the ways out of the browser, and how TanStack Query is asked to make a call. */
const waysOut =
  /(?<![.\w])fetch\(|XMLHttpRequest|sendBeacon|new EventSource|"openapi-fetch"|\b(useMutation|setQueryData|fetchQuery|prefetchQuery)\b/;

/** What a feature's api module says in `api/`'s words, and nothing else may. */
const calls =
  /\bapi\.(public|user|doctor|worker|desk|admin)\b|\b(queryOptions|infiniteQueryOptions|useQueryClient|invalidateQueries)\b/;

const found = (pattern: RegExp, isAllowed: (path: string) => boolean) =>
  sourceFiles()
    .filter(({ path, text }) => !isAllowed(path) && pattern.test(text))
    .map(({ path }) => path);

test.each(["await fetch(path)", "new XMLHttpRequest()", "useMutation({", 'from "openapi-fetch"'])(
  "%s is a way out",
  (text) => expect(waysOut.test(text)).toBe(true),
);

test("only api/ goes out to the server", () => {
  expect(found(waysOut, (path) => path.startsWith("api/"))).toEqual([]);
});

test("only a feature's api module makes calls", () => {
  expect(found(calls, isApi)).toEqual([]);
});
