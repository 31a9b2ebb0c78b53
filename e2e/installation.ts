/** The installation under test: the program on a free port, with a separate folder, the demo data and a clock. */
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { clockSettings, setClock } from "./clock";
import { once } from "./once";

export const root = fileURLToPath(new URL("..", import.meta.url));
/** The program that was built with the server's tests, unless another one is given. */
export const program = resolve(root, process.env.E2E_PROGRAM ?? "target/debug/doccare");
/** The program's log of a run. */
export const serverLog = resolve(root, "target/e2e-server.log");
export const admin = { email: "admin@example.com", password: "a password for tests" };

export function freePort(): string {
  const script =
    'const s = require("node:net").createServer().listen(0, () => { console.log(String(s.address().port)); s.close(); })';
  return execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }).trim();
}

/** A folder that contains only a clock. */
export function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), "doccare-e2e-"));
  setClock(made);
  return made;
}

/** A program that runs from a folder. */
export interface Installation {
  origin: string;
  /** The folder of all its data, including mails. */
  dataDir: string;
  settings: Record<string, string>;
}

export function installationIn(folder: string, port: string, settings = {}): Installation {
  const listen = `127.0.0.1:${port}`;
  const dataDir = join(folder, "data");
  return {
    origin: `http://${listen}`,
    dataDir,
    settings: {
      ...clockSettings(folder),
      DOCCARE_LISTEN: listen,
      DOCCARE_DATA_DIR: dataDir,
      DOCCARE_ADMIN_EMAIL: admin.email,
      DOCCARE_ADMIN_PASSWORD: admin.password,
      DOCCARE_RATE_LIMITS: "off",
      ...settings,
    },
  };
}

/** The address of a web client on another host, served by the test that needs one. */
export const clientPort = Number(once("E2E_CLIENT_PORT", freePort));

export const folder = once("E2E_FOLDER", newFolder);
/** The installation that tests share, unless they start their own (own-program.ts). */
export const everybodys = installationIn(folder, once("E2E_PORT", freePort), {
  DOCCARE_ALLOWED_ORIGINS: `http://127.0.0.1:${clientPort}`,
});

let current = everybodys;

/** The installation of the current test; a process runs one test at a time. */
export const underTest = () => current;

export function setUnderTest(installation: Installation): void {
  current = installation;
}
