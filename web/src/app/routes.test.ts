import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { paths } from "../lib/paths";
import { descriptions, unlisted } from "./descriptions";
import { notFound, routes } from "./routes";

test("every path has a route, but for the ones that point into another", () => {
  const inside = new Set<string>([paths.needBlood, paths.donorLink]);
  const routed = new Set(routes.map(({ path }) => path));
  const missing = Object.values(paths).filter((path) => !inside.has(path) && !routed.has(path));
  expect(missing).toEqual([]);
});

test("every page of the list is a file", () => {
  for (const { page } of [...routes, notFound]) {
    for (const file of page.files) expect(existsSync(file), file).toBe(true);
  }
});

test("every public page is described for search engines or kept out of them, and no guarded one", () => {
  const guarded = routes.filter(({ shell, guard }) => guard || !["full", "plain"].includes(shell));
  const prerendered = [...Object.keys(descriptions), ...unlisted];
  expect(guarded.filter(({ path }) => prerendered.includes(path))).toEqual([]);
  // Drawn in the browser: the confirmation of a booking, and the pages of the doctors.
  expect(prerendered).toHaveLength(routes.length - guarded.length - 2);
});
