import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files";

/** Which zone may import which: components, lib ← features ← app. Generated code is everybody's. */
const mayImport: Record<string, string[]> = {
  lib: ["lib", "paraglide"],
  api: ["api", "lib", "paraglide"],
  components: ["components", "lib", "paraglide"],
  features: ["features", "components", "lib", "api", "paraglide"],
  app: ["app", "features", "components", "lib", "api", "paraglide"],
};

const zone = (path: string) => path.split("/")[0] ?? "";

function forbidden(from: string, to: string): boolean {
  if (!(mayImport[zone(from)] ?? []).includes(zone(to))) return true;
  // Features do not know each other; a page that needs two is the app's.
  const feature = (path: string) => path.split("/")[1];
  return zone(from) === "features" && zone(to) === "features" && feature(from) !== feature(to);
}

test.each([
  ["lib/a", "components/b", true],
  ["components/a", "features/x/b", true],
  ["features/x/a", "features/y/b", true],
  ["features/x/a", "app/b", true],
  ["features/x/a", "features/x/b", false],
  ["app/a", "features/x/b", false],
])("%s may import %s: forbidden is %s", (from, to, expected) => {
  expect(forbidden(from, to)).toBe(expected);
});

test("no file imports what its zone must not know", () => {
  const wrong = sourceFiles().flatMap(({ path, text }) =>
    [...text.matchAll(/(?:from|import\(|import) ?"(\.[^"]+)"/g)]
      .map(([, target]) => join(dirname(path), target ?? ""))
      .filter(
        (target) => !/\.(css|svg)$/.test(target) && zone(path) !== "test-setup.ts" && forbidden(path, target),
      )
      .map((target) => `${path} → ${target}`),
  );
  expect(wrong).toEqual([]);
});
