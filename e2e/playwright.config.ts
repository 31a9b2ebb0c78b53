import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { origin, serverEnv } from "./installation";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = process.env.E2E_PROGRAM ?? "target/release/doccare";

export default defineConfig({
  testDir: ".",
  outputDir: ".results",
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A journey that needs a second try is reported as flaky, and mended; it does not hold everybody up.
  retries: 1,
  timeout: 60_000,
  reporter: "list",
  globalTeardown: "./teardown.ts",
  use: {
    baseURL: origin,
    locale: "en-IN",
    viewport: { width: 1366, height: 768 },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      // No sandbox as root; and nothing that looks for Google's hosts.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: `${program} demo && exec ${program} serve`,
    cwd: root,
    env: serverEnv,
    url: `${origin}/healthz`,
    timeout: 60_000,
  },
});
