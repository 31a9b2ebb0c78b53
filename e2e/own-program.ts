/** A separate program for one test: with other settings, or because the test moves the clock. */
import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { dayIn, instantOf, setClock } from "./clock";
import { everybodys, freePort, installationIn, newFolder, program, root, setUnderTest } from "./installation";

export interface OwnProgram {
  origin: string;
  /** Sets its clock. Jobs that run every minute run up to a minute later, or at the next start. */
  moveTo: (instant: number) => void;
  /** Restarts it, with more settings if given: each of its jobs runs at once. Pages reconnect by themselves. */
  restart: (more?: Record<string, string>) => Promise<void>;
}

async function ready(running: ChildProcess, origin: string): Promise<void> {
  while (running.exitCode === null && running.signalCode === null) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the program ended with ${running.exitCode ?? running.signalCode}`);
}

async function ended(running: ChildProcess): Promise<void> {
  const end = new Promise((resolve) => running.once("exit", resolve));
  if (running.kill()) await end;
}

/** Runs while `use` runs, without data, from half past nine of the next day on, which is always in the future of the shared program. */
export async function withOwnProgram(
  settings: Record<string, string>,
  use: (own: OwnProgram) => Promise<void>,
): Promise<void> {
  const folder = newFolder();
  setClock(folder, instantOf(dayIn(1), "09:30"));
  const installation = installationIn(folder, freePort(), settings);
  const { origin } = installation;
  const env = { ...process.env, ...installation.settings };
  const start = (more = {}) =>
    spawn(program, ["serve"], { cwd: root, env: { ...env, ...more }, stdio: "ignore" });
  let running = start();
  setUnderTest(installation);
  try {
    await ready(running, origin);
    await use({
      origin,
      moveTo: (instant) => setClock(folder, instant),
      restart: async (more) => {
        await ended(running);
        running = start(more);
        await ready(running, origin);
      },
    });
  } finally {
    await ended(running);
    // The next test uses the shared program, whose clock never moved.
    setUnderTest(everybodys);
    setClock(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}
