/** The load generator: wrk with load.lua, and what it measured. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";

const script = new URL("load.lua", import.meta.url).pathname;
const run = promisify(execFile);

export const get = (path, token = "") => ["GET", path, token, ""];
export const post = (path, body, token = "") => ["POST", path, token, JSON.stringify(body)];

/**
 * Sends requests for some seconds and returns the rate of answers, of refusals, and of requests without an answer, and the median and the
 * 99th percentile of the latency in milliseconds. `once` sends every request at most once, and ends with the last.
 */
export async function load(
  origin,
  requests,
  { folder, seconds, connections = 32, once = false, statuses = false, header },
) {
  const file = join(folder, "requests");
  writeFileSync(file, `${requests.map((request) => request.join("\t")).join("\n")}\n`);
  const threads = Math.min(2, connections);
  const words = [file, once ? "once" : "again", ...(statuses ? ["statuses"] : [])];
  const load = [
    "-t",
    threads,
    "-c",
    connections,
    "-d",
    `${seconds}s`,
    "--timeout",
    "10s",
    "-s",
    script,
    origin,
    "--",
  ];
  const headers = header ? ["-H", header] : [];
  const { stdout } = await run("wrk", [...headers, ...load.map(String), ...words], { maxBuffer: 1 << 24 });
  const line = stdout.split("\n").find((line) => line.startsWith("RESULT "));
  if (!line) throw new Error(`wrk measured nothing: ${stdout}`);
  const result = JSON.parse(line.slice("RESULT ".length));
  return { ...result, rate: result.requests / result.seconds, statuses: sum(result.statuses) };
}

/** Sends every request once, so many concurrently, however long it takes. */
export async function sendAll(origin, requests, connections = 32) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const waiting = [...requests];
  const begun = performance.now();
  let failed = 0;
  const sendOn = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      failed += (await send(agent, origin, next)) >= 400 ? 1 : 0;
  };
  await Promise.all(Array.from({ length: connections }, sendOn));
  agent.destroy();
  const seconds = (performance.now() - begun) / 1000;
  return { requests: requests.length, seconds, rate: requests.length / seconds, failed, lost: 0 };
}

/** The status of the answer. */
function send(agent, origin, [method, path, token, body]) {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { method, agent, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** The statuses of all threads together. */
function sum(threads) {
  const all = {};
  for (const [status, count] of threads.flatMap(Object.entries)) all[status] = (all[status] ?? 0) + count;
  return all;
}
