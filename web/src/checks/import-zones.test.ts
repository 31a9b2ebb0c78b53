import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files";

/** Which zone may import which: components, lib ← features ← app. Generated code is everybody's. */
const mayImport: Record<string, string[]> = {
  messages: ["messages"],
  worker: ["worker", "lib"],
  lib: ["lib", "messages"],
  api: ["api", "lib", "messages"],
  components: ["components", "lib", "messages"],
  features: ["features", "components", "lib", "api", "messages"],
  app: ["app", "features", "components", "lib", "api", "messages"],
};

/**
 * Which feature may import which others: each may import those to its right, never the reverse. A page that needs two features not allowed
 * here belongs to the app.
 */
const featureMayImport: Record<string, string[]> = {
  admin: ["blood"],
  business: ["blood"],
  doctor: ["appointments", "directory"],
  figures: ["desk", "appointments"],
  desk: ["appointments", "door", "screen", "slots"],
  appointments: ["slots"],
  screen: ["door", "visit"],
  visit: ["booking", "door"],
  booking: ["slots", "waitlist"],
  slots: ["waitlist"],
};

const zone = (path: string) => path.split("/")[0] ?? "";

function forbidden(from: string, to: string): boolean {
  if (!(mayImport[zone(from)] ?? []).includes(zone(to))) return true;
  const feature = (path: string) => path.split("/")[1] ?? "";
  if (zone(from) !== "features" || zone(to) !== "features" || feature(from) === feature(to)) return false;
  return !(featureMayImport[feature(from)] ?? []).includes(feature(to));
}

test.each([
  ["lib/a", "components/b", true],
  ["components/a", "features/x/b", true],
  ["features/x/a", "features/y/b", true],
  ["features/x/a", "app/b", true],
  ["features/booking/a", "features/slots/b", false],
  ["features/slots/a", "features/booking/b", true],
  ["features/x/a", "features/x/b", false],
  ["app/a", "features/x/b", false],
])("%s may import %s: forbidden is %s", (from, to, expected) => {
  expect(forbidden(from, to)).toBe(expected);
});

/** Every feature that a feature may import, directly or not. */
function reach(feature: string, seen: readonly string[] = []): string[] {
  return (featureMayImport[feature] ?? []).flatMap((next) =>
    seen.includes(next) ? [next] : [next, ...reach(next, [...seen, next])],
  );
}

test("features build on each other in one direction", () => {
  expect(Object.keys(featureMayImport).filter((feature) => reach(feature).includes(feature))).toEqual([]);
});

test("no file imports from a forbidden zone", () => {
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
