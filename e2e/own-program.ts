/** A program for one test alone: with settings that others do not share, or because the test moves the clock. */
import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { dayIn, instantOf, setClock } from "./clock";
import { everybodys, freePort, installationIn, newFolder, program, root, setUnderTest } from "./installation";

export interface OwnProgram {
  origin: string;
  /** Sets its clock. What the program does by the minute comes up to a minute later, or with the next start. */
  moveTo: (instant: number) => void;
  /** Ends it and starts it again: each of its jobs takes its turn at once. Pages find back by themselves. */
  restart: () => Promise<void>;
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

/** Runs as long as `use` takes, empty, from half past nine of the next day on: however long the run has taken, that is to come. */
export async function withOwnProgram(
  settings: Record<string, string>,
  use: (own: OwnProgram) => Promise<void>,
): Promise<void> {
  const folder = newFolder();
  setClock(folder, instantOf(dayIn(1), "09:30"));
  const installation = installationIn(folder, freePort(), settings);
  const { origin } = installation;
  const env = { ...process.env, ...installation.settings };
  const start = () => spawn(program, ["serve"], { cwd: root, env, stdio: "ignore" });
  let running = start();
  setUnderTest(installation);
  try {
    await ready(running, origin);
    await use({
      origin,
      moveTo: (instant) => setClock(folder, instant),
      restart: async () => {
        await ended(running);
        running = start();
        await ready(running, origin);
      },
    });
  } finally {
    await ended(running);
    // The next test is at the one that all share, whose clock never moved.
    setUnderTest(everybodys);
    setClock(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}
