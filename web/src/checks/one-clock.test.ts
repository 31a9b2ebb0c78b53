import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files";

const machineTime = /\bDate\.now\b|new Date\(\)/;

test.each(["Date.now()", "new Date().getHours()"])("%s goes by the machine's clock", (text) =>
  expect(machineTime.test(text)).toBe(true),
);

test("browser tests take the time from e2e/clock.ts", () => {
  const files = readdirSync("../e2e").filter((name) => name.endsWith(".ts") && name !== "clock.ts");
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((name) => machineTime.test(readFileSync(`../e2e/${name}`, "utf8")))).toEqual([]);
});

/** Code that only measures durations, and the clock itself. */
const measuring = [
  "api/request.ts",
  "api/events.ts",
  "api/polling.ts",
  "api/preloaded-responses.ts",
  "lib/login-draft.ts",
  "lib/presence.ts",
  "lib/server-clock.ts",
  "lib/tab-owner.ts",
  "features/visit/queue-link.tsx",
  "worker/main.ts",
];

test("pages use the server's time, not the device's", () => {
  const found = sourceFiles().filter(({ path, text }) => !path.includes(".test.") && machineTime.test(text));
  expect(found.map(({ path }) => path).toSorted()).toEqual(measuring.toSorted());
});
