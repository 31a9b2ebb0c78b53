/** The environment of measurements: the program with demo data on a free port, and a browser. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
/** The release binary, unless another one is given for comparison. */
const program = resolve(root, process.env.E2E_PROGRAM ?? "target/release/doccare");

export const runs = 3;

export function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function alive(origin) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the server did not start");
}

/** Serves the demo data while `use` runs. */
export async function withServer(use) {
  const dataDir = mkdtempSync(join(tmpdir(), "doccare-measured-"));
  const listen = `127.0.0.1:${await freePort()}`;
  const env = {
    ...process.env,
    DOCCARE_LISTEN: listen,
    DOCCARE_DATA_DIR: dataDir,
    DOCCARE_RATE_LIMITS: "off",
  };
  const options = { cwd: root, env, stdio: "ignore" };
  spawnSync(program, ["demo"], options);
  const server = spawn(program, ["serve"], options);
  try {
    await alive(`http://${listen}`);
    await use(`http://${listen}`);
  } finally {
    server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
