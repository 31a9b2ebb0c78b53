import { expect, test } from "vitest";
import { sourceFiles } from "./source-files";

const isApi = (path: string) => /^api\/|^features\/\w+\/api(\/[\w-]+)?\.ts$/.test(path);

/** Only `api/` and the service worker may use these: network access of the browser, and TanStack Query's hooks for calls. */
const waysOut =
  /(?<![.\w])fetch\(|XMLHttpRequest|sendBeacon|new EventSource|"openapi-fetch"|\b(useMutation|setQueryData|fetchQuery|prefetchQuery)\b/;

/** Only a feature's api module may use these functions of `api/`. */
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

test("only api/ and the service worker access the network", () => {
  expect(found(waysOut, (path) => /^(api|worker)\//.test(path))).toEqual([]);
});

test("only a feature's api module makes calls", () => {
  expect(found(calls, isApi)).toEqual([]);
});
