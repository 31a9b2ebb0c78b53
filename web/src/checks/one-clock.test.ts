import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const machineTime = /\bDate\.now\b|new Date\(\)/;

test.each(["Date.now()", "new Date().getHours()"])("%s goes by the machine's clock", (text) =>
  expect(machineTime.test(text)).toBe(true),
);

test("browser tests ask e2e/clock.ts what time it is", () => {
  const files = readdirSync("../e2e").filter((name) => name.endsWith(".ts") && name !== "clock.ts");
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((name) => machineTime.test(readFileSync(`../e2e/${name}`, "utf8")))).toEqual([]);
});
