import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files";

type Graph = Map<string, Set<string>>;

/** The first import cycle, as the names on it; empty if there is none. */
function circleIn(graph: Graph): string[] {
  const done = new Set<string>();
  function walk(node: string, path: readonly string[]): string[] {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return [];
    for (const next of graph.get(node) ?? []) {
      const circle = walk(next, [...path, node]);
      if (circle.length > 0) return circle;
    }
    done.add(node);
    return [];
  }
  for (const node of graph.keys()) {
    const circle = walk(node, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

/** Imports between modules; without types, only those needed at run time. */
function importGraph({ withTypes }: { withTypes: boolean }): Graph {
  const files = sourceFiles();
  const paths = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, text }) => {
      const imports = withTypes ? text : text.replace(/^import type [^;]*;$/gm, "");
      const targets = [...imports.matchAll(/(?:from|import\(|import) ?"(\.[^"]+)"/g)]
        .map(([, target]) => join(dirname(path), target ?? ""))
        .flatMap((target) => [`${target}.ts`, `${target}.tsx`].filter((file) => paths.has(file)));
      return [path, new Set(targets)];
    }),
  );
}

/** A feature counts as one folder, however it is divided inside. */
const folderOf = (path: string) =>
  path.startsWith("features/") ? path.split("/").slice(0, 2).join("/") : dirname(path);

function folderGraph(files: Graph): Graph {
  const folders: Graph = new Map();
  for (const [path, targets] of files) {
    const folder = folderOf(path);
    const known = folders.get(folder) ?? new Set();
    for (const target of targets) if (folderOf(target) !== folder) known.add(folderOf(target));
    folders.set(folder, known);
  }
  return folders;
}

test("a cycle is found, and a diamond is not a cycle", () => {
  const graph = (edges: Record<string, string[]>) =>
    new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)]));
  expect(circleIn(graph({ a: ["b", "c"], b: ["d"], c: ["d"], d: [] }))).toEqual([]);
  expect(circleIn(graph({ a: ["b"], b: ["c"], c: ["b"] }))).toEqual(["b", "c", "b"]);
});

test("no files import each other at run time, directly or not", () => {
  expect(circleIn(importGraph({ withTypes: false }))).toEqual([]);
});

test("no circle of imports crosses folders", () => {
  expect(circleIn(folderGraph(importGraph({ withTypes: true })))).toEqual([]);
});
