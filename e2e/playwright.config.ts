import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { chromium, chromiumFlags } from "./chromium.mjs";
import { everybodys, program, root, serverLog } from "./installation";

export default defineConfig({
  testDir: ".",
  outputDir: ".results",
  // A browser needs a CPU core: two on one core only slow each other down.
  workers: Math.min(2, availableParallelism()),
  fullyParallel: true,
  forbidOnly: true,
  // Timeouts for an overloaded machine. They cost nothing otherwise, because waiting ends as soon as the condition holds.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // One retry, so that an overloaded machine does not fail a build. Tests that needed it are listed as flaky, and have to be fixed.
  retries: 1,
  reporter: process.stdout.isTTY ? "list" : "dot",
  globalTeardown: "./teardown.ts",
  use: {
    baseURL: everybodys.origin,
    locale: "en-IN",
    viewport: { width: 1366, height: 768 },
    // A worker would keep what one test saw for the next (offline.spec.ts has its own).
    serviceWorkers: "block",
    // A new context is a new window, which is expensive. It is reused; fixtures.ts clears its state.
    reuseContext: true,
    launchOptions: {
      executablePath: chromium,
      args: chromiumFlags,
    },
  },
  webServer: {
    // The program's log goes to a file, so that the output is about tests only.
    command: `{ ${program} demo && exec ${program} serve; } 2> ${serverLog}`,
    cwd: root,
    env: everybodys.settings,
    url: `${everybodys.origin}/healthz`,
    timeout: 180_000,
    // libfaketime removes its shared memory only if the program exits normally.
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});
