/** The installation under test: the program on a free port, with a data directory of its own and the demo data. */
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
/** The release binary, unless somebody names another one. */
export const program = resolve(root, process.env.E2E_PROGRAM ?? "target/release/doccare");
export const admin = { email: "admin@example.com", password: "a password for tests" };

/** Playwright reads its configuration in every worker; the first one decides for all. */
function once(name: string, value: () => string): string {
  process.env[name] ??= value();
  return process.env[name];
}

export function freePort(): string {
  const script =
    'const s = require("node:net").createServer().listen(0, () => { console.log(String(s.address().port)); s.close(); })';
  return execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }).trim();
}

export const listen = `127.0.0.1:${once("E2E_PORT", freePort)}`;
export const dataDir = once("E2E_DATA_DIR", () => mkdtempSync(join(tmpdir(), "doccare-e2e-")));
export const origin = `http://${listen}`;
/** Where a web client on a host of its own is served, by the test that needs one. */
export const clientPort = Number(once("E2E_CLIENT_PORT", freePort));

export const serverEnv = {
  DOCCARE_LISTEN: listen,
  DOCCARE_DATA_DIR: dataDir,
  DOCCARE_ADMIN_EMAIL: admin.email,
  DOCCARE_ADMIN_PASSWORD: admin.password,
  DOCCARE_ALLOWED_ORIGINS: `http://127.0.0.1:${clientPort}`,
  DOCCARE_RATE_LIMITS: "off",
};
