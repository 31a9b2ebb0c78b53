/** The measured programs: started on free ports of this machine, stopped by their id. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Cleanup functions to run when the bench ends, however it ends. */
const endings = new Set();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
process.on("exit", () => {
  endAll();
  for (const end of [...endings].reverse()) end();
});

/** The running programs, each as the function that ends it. */
const running = new Set();
export function endAll() {
  for (const end of running) end();
  running.clear();
}

export function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), "doccare-bench-"));
  endings.add(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Whether a GET is answered with 200. */
function answers(url) {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    request.on("error", () => resolve(false));
  });
}

/** Starts a program and returns it once `ready` is answered, with the duration in milliseconds. */
export async function start(command, words, { env, cwd, origin, ready = "/healthz", log }) {
  const begun = performance.now();
  const child = spawn(command, words, {
    env: { ...process.env, ...env },
    cwd,
    stdio: ["ignore", log ?? "ignore", log ?? "ignore"],
  });
  const end = () => child.exitCode ?? child.kill("SIGKILL");
  running.add(end);
  while (!(await answers(origin + ready))) {
    if (child.exitCode !== null)
      throw new Error(`${command} ${words.join(" ")} ended with ${child.exitCode}`);
    if (performance.now() - begun > 60_000) throw new Error(`${command} does not answer`);
    await pause(1);
  }
  const stop = async () => {
    const ended = new Promise((resolve) => child.on("exit", resolve));
    child.kill("SIGCONT");
    child.kill("SIGTERM");
    const late = setTimeout(end, 15_000);
    if (child.exitCode === null) await ended;
    clearTimeout(late);
    running.delete(end);
  };
  return { origin, child, stop, startMs: performance.now() - begun };
}

/** Resident memory in MB: current, and maximum. */
export function memory({ child }) {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  const read = (name) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)[1]) / 1024;
  return { now: read("VmRSS"), most: read("VmHWM") };
}

/** Debian keeps each version's server programs in a folder of their own, outside PATH. */
function postgresPrograms() {
  const versions = existsSync("/usr/lib/postgresql")
    ? readdirSync("/usr/lib/postgresql").sort((a, b) => a - b)
    : [];
  return versions.length ? `/usr/lib/postgresql/${versions.at(-1)}/bin` : "/usr/bin";
}

/** A separate PostgreSQL server, never as root, reached by its socket, with durable commits. */
export function startPostgres() {
  const programs = postgresPrograms();
  const folder = mkdtempSync(join(tmpdir(), "doccare-bench-postgres-"));
  // PostgreSQL refuses to run as root; its package creates a user for it.
  const isRoot = process.getuid() === 0;
  if (isRoot) execFileSync("chown", ["postgres", folder]);
  const run = (program, ...words) => {
    const [command, ...rest] = [
      ...(isRoot ? ["runuser", "-u", "postgres", "--"] : []),
      join(programs, program),
      ...words,
    ];
    return execFileSync(command, rest, { cwd: "/", stdio: ["ignore", "pipe", "inherit"] })
      .toString()
      .trim();
  };
  const data = ["--pgdata", `${folder}/db`];
  run("initdb", ...data, "--username", "care", "--auth", "trust", "--no-sync");
  // Settings as an operator would use for a small server.
  const settings = "-c listen_addresses= -c shared_buffers=512MB -c max_wal_size=4GB";
  run(
    "pg_ctl",
    "start",
    "--wait",
    "--silent",
    ...data,
    "--log",
    `${folder}/log`,
    "--options",
    `-k ${folder} ${settings}`,
  );
  const stop = () => {
    endings.delete(stop);
    run("pg_ctl", "stop", "--silent", "--mode", "immediate", ...data);
    rmSync(folder, { recursive: true, force: true });
  };
  endings.add(stop);
  const sql = (text, database = "postgres") =>
    run(
      "psql",
      "--host",
      folder,
      "--username",
      "care",
      "--no-psqlrc",
      "--quiet",
      "--tuples-only",
      "--command",
      text,
      database,
    );
  const url = (database) => `postgres://care@${encodeURIComponent(folder)}/${database}`;
  return { sql, stop, url, folder, version: sql("SHOW server_version").split(" ")[0] };
}
