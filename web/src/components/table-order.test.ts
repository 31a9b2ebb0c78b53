import { expect, test } from "vitest";
import { inOrderOf, turned } from "./table-order";

test("a column is sorted up, then down, then left as it came", () => {
  const up = turned(undefined, "name");
  expect(up).toEqual({ column: "name", direction: "ascending" });
  const down = turned(up, "name");
  expect(down).toEqual({ column: "name", direction: "descending" });
  expect(turned(down, "name")).toBeUndefined();
});

test("another column starts upwards", () => {
  expect(turned({ column: "name", direction: "descending" }, "date")).toEqual({
    column: "date",
    direction: "ascending",
  });
});

test.each([
  ["ascending", ["asha", "Beena", "Chacko"]],
  ["descending", ["Chacko", "Beena", "asha"]],
] as const)("%s names are sorted as people do, whatever the case of their letters", (direction, sorted) => {
  expect(inOrderOf(["Beena", "asha", "Chacko"], (name) => name, direction)).toEqual(sorted);
});
