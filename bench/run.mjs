/**
 * `make bench`: the product under load, on both engines, compared with an earlier program and with common alternatives. Writes RESULTS.md
 * and growth.svg. `make bench BENCH="--doctors 200 --users 1000 --bookings 10000 --seconds 1 --rounds 1 --no-peers --no-growth --results
 * target/bench"` is a short try.
 */

import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { cpus, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { measureEngine } from "./engine.mjs";
import { measureFinding } from "./finding.mjs";
import { measureGrowth } from "./growth.mjs";
import { endAll, scratchFolder, startPostgres } from "./load/servers.mjs";
import { measurePeers } from "./peers.mjs";
import { writeResults } from "./results.mjs";

const root = resolve(import.meta.dirname, "..");
const built = resolve(root, process.env.CARGO_TARGET_DIR ?? "target", "release");

const { values: flags } = parseArgs({
  allowNegative: true,
  options: {
    // The amount of data, and the duration and number of the measurements of each call.
    doctors: { type: "string", default: "5000" },
    users: { type: "string", default: "100000" },
    bookings: { type: "string", default: "1000000" },
    seconds: { type: "string", default: "2" },
    rounds: { type: "string", default: "3" },
    logins: { type: "string", default: "1000" },
    // An older program that is measured in the same rounds, as "before".
    compare: { type: "string" },
    // The phases.
    sqlite: { type: "boolean", default: true },
    postgres: { type: "boolean", default: true },
    calls: { type: "boolean", default: true },
    finding: { type: "boolean", default: true },
    peers: { type: "boolean", default: true },
    growth: { type: "boolean", default: true },
    // The maximum of bookings and doctors for the growth phase; for a short try.
    "most-bookings": { type: "string", default: "5000000" },
    "most-doctors": { type: "string", default: "50000" },
    // Keeps the last run's results of the phases that are skipped now.
    keep: { type: "boolean", default: false },
    // Writes the results of the last run again, without measuring.
    again: { type: "boolean", default: false },
    // The results folder; another than the default for a try.
    results: { type: "string", default: "bench" },
  },
});

const begun = Date.now();
function say(text) {
  const seconds = Math.round((Date.now() - begun) / 1000);
  console.log(
    `${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, "0")}  ${text}`,
  );
}

/** The milliseconds until a write of 4 KB is durable: the median of 200. */
function syncMilliseconds(folder) {
  const file = openSync(join(folder, "sync"), "w");
  const block = Buffer.alloc(4096, 1);
  const times = Array.from({ length: 200 }, () => {
    const start = performance.now();
    writeSync(file, block);
    fsyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  return times.sort((a, b) => a - b)[100];
}

function machine(folder) {
  const [{ model }, ...others] = cpus();
  return {
    model,
    cores: others.length + 1,
    memoryGb: totalmem() / 2 ** 30,
    syncMs: syncMilliseconds(folder),
  };
}

/** The newest program that cargo built for a bench target; their names end in a hash. */
function benchProgram(name) {
  const isIt = (file) => new RegExp(`^${name}-[0-9a-f]+$`).test(file);
  const files = readdirSync(join(built, "deps"))
    .filter(isIt)
    .map((file) => join(built, "deps", file));
  return files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

const number = (name) => Number(flags[name]);
const kept = join(built, "..", "bench", "results.json");

/** Shared by all phases. */
function prepare() {
  const programs = { after: join(built, "doccare") };
  return {
    say,
    folder: scratchFolder(),
    size: { doctors: number("doctors"), users: number("users"), bookings: number("bookings") },
    seconds: number("seconds"),
    rounds: number("rounds"),
    logins: number("logins"),
    most: { bookings: number("most-bookings"), doctors: number("most-doctors") },
    programs: flags.compare ? { before: resolve(flags.compare), ...programs } : programs,
    tools: { bare: benchProgram("bare"), tokens: benchProgram("tokens") },
    target: resolve(built, ".."),
    postgres: flags.postgres ? startPostgres() : undefined,
  };
}

async function measure() {
  const bench = prepare();
  const engines = {
    ...(flags.sqlite && { sqlite: undefined }),
    ...(flags.postgres && { postgres: bench.postgres }),
  };
  const last = flags.keep ? JSON.parse(readFileSync(kept, "utf8")) : {};
  const results = {
    ...last,
    date: new Date().toISOString(),
    flags,
    machine: machine(bench.folder),
    failures: last.failures ?? [],
  };
  results.postgres = bench.postgres?.version ?? last.postgres;
  const programs = Object.entries(bench.programs).map(([name, path]) => ({
    name,
    bytes: statSync(path).size,
  }));
  const earlier = (last.programs ?? []).filter(({ name }) => !(name in bench.programs));
  results.programs = [...earlier, ...programs];
  /** A phase that fails is reported in the results, and the others go on. Results are saved after each phase. */
  const phase = async (name, work) => {
    results.failures = results.failures.filter((failure) => !failure.startsWith(`${name}:`));
    try {
      await work();
    } catch (error) {
      say(`${name} FAILED: ${error.stack}`);
      endAll();
      results.failures.push(`${name}: ${error.message.split("\n")[0]}`);
    }
    results.minutes = (last.minutes ?? 0) + (Date.now() - begun) / 60_000;
    mkdirSync(resolve(kept, ".."), { recursive: true });
    writeFileSync(kept, JSON.stringify(results, null, 1));
  };
  results.engines ??= {};
  results.finding ??= {};
  for (const [name, postgres] of Object.entries(engines)) {
    const calls = async () => {
      results.engines[name] = await measureEngine(bench, name, postgres);
    };
    const finding = async () => {
      results.finding[name] = await measureFinding(bench, name, postgres);
    };
    if (flags.calls) await phase(`${name}, all calls`, calls);
    if (flags.finding) await phase(`${name}, finding by time`, finding);
  }
  const peers = async () => {
    results.peers = { ...results.peers, ...(await measurePeers(bench, engines)) };
  };
  const growth = async () => {
    results.growth = { ...results.growth };
    await measureGrowth(bench, engines, results.growth);
  };
  if (flags.peers) await phase("peers", peers);
  if (flags.growth) await phase("growth", growth);
  return results;
}

const results = flags.again ? JSON.parse(readFileSync(kept, "utf8")) : await measure();
writeResults(results, resolve(root, flags.results));
say(`written to ${flags.results}/RESULTS.md`);
process.exit(results.failures.length ? 1 : 0);
