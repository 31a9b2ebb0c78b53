/** Writes RESULTS.md and growth.svg from the measurements. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CALLS } from "./engine.mjs";
import { FINDING } from "./finding.mjs";
import { drawGrowth } from "./picture.mjs";

const ENGINES = { sqlite: "SQLite", postgres: "PostgreSQL" };
/** The minimum share of `/healthz`. */
const SHARES = {
  slots: { sqlite: 0.55, postgres: 0.28 },
  page: { sqlite: 0.35, postgres: 0.15 },
  filtered: { sqlite: 0.35, postgres: 0.15 },
  week: { sqlite: 0.5, postgres: 0.25 },
  book: { sqlite: 0.2, postgres: 0.08 },
  home: { sqlite: 0.8 },
};
const OF_BARE = 0.75;
const MOST_MEMORY_MB = 120;
const MOST_FILL_SECONDS = { sqlite: 90 };
const MOST_FINDING_MS = { sqlite: 5, postgres: 15 };
/** The speed relative to the peer. */
const TIMES = { slots: { sqlite: 200, postgres: 100 }, book: { sqlite: 100, postgres: 50 } };
const LEAST_OF_SMALLEST = 0.85;

const count = (value) => Math.round(value).toLocaleString("en");
const share = (value) => value.toFixed(3);
const best = (values) => Math.max(...values);
const row = (cells) => `| ${cells.join(" | ")} |`;
const table = (head, rows) => [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
const verdict = (reached) => (reached ? "yes" : "**no**");
const atLeast = (target, value) => (target ? [`≥ ${target}`, verdict(value >= target)] : ["", ""]);
const atMost = (target, value) => (target ? [`≤ ${target}`, verdict(value <= target)] : ["", ""]);

export function writeResults(results, folder) {
  const parts = [about(results)];
  for (const [engine, measured] of Object.entries(results.engines))
    parts.push(calls(engine, measured), costs(engine, measured, results));
  if (Object.keys(results.finding).length) parts.push(finding(results.finding));
  if (results.peers) parts.push(peers(results.peers));
  if (results.growth) {
    writeFileSync(join(folder, "growth.svg"), drawGrowth(results.growth));
    parts.push(growth(results.growth));
  }
  parts.push(readFileSync(join(import.meta.dirname, "tried.md"), "utf8").trim());
  writeFileSync(join(folder, "RESULTS.md"), `${parts.join("\n\n")}\n`);
}

function about({ date, machine, postgres, flags, minutes, failures }) {
  const { rounds, seconds } = flags;
  const cores = `${machine.cores} cores (${machine.model.trim()}), ${machine.memoryGb.toFixed(0)} GB`;
  return `# Measured
Written by \`make bench\` on ${date.slice(0, 10)}; the run took ${minutes.toFixed(0)} minutes.

${cores}; a write of 4 KB is on the disk after ${machine.syncMs.toFixed(2)} ms. PostgreSQL ${postgres ? `${postgres}, reached by its socket` : "is left out"}.
Server, database and load generator (\`wrk\`, 2 threads, 32 connections) share the machine. Of the bookings some lie in the coming week: a third of its slots is taken. Limits on tries and requests are off
(\`DOCCARE_RATE_LIMITS=off\`); everything else is as delivered, commits are on the disk before they are answered, and mails are written meanwhile.

Each call is measured for ${seconds} s in each of ${rounds} rounds, in which the programs take turns; "before" is an earlier program on a copy of the same data. A share is the
call's requests a second by those of the same program's \`/healthz\` in the round of the same number (bookings are measured after all reads): the best round, and in brackets the worst and the best. Rates are those of the best round.
Where \`/healthz\` itself became faster, the share falls although the call did not become slower; so the last column gives today's rate by the \`/healthz\` of before.
A row with refused or lost requests says so and reaches nothing.${failures.map((failure) => `\n\n**Not measured: ${failure}**`).join("")}`;
}

/** The best round of a call: rate, shares of all rounds, and errors. */
function summary(measured, call) {
  const rounds = measured[call];
  if (!rounds) return undefined;
  const shares = rounds.map(
    ({ rate }, round) => rate / measured.health[Math.min(round, measured.health.length - 1)].rate,
  );
  const wrong = rounds.reduce((sum, { failed, lost }) => sum + failed + lost, 0);
  return {
    rate: best(rounds.map(({ rate }) => rate)),
    share: best(shares),
    worst: Math.min(...shares),
    wrong,
  };
}

const told = (found) => {
  if (!found) return ["", ""];
  const wrong = found.wrong ? ` **${count(found.wrong)} failed**` : "";
  return [
    count(found.rate) + wrong,
    `${share(found.share)} (${share(found.worst)} to ${share(found.share)})`,
  ];
};

function calls(engine, { bare, size, subjects }) {
  const { before, after } = subjects;
  const head = [
    "call",
    ...(before ? ["before, a second", "share"] : []),
    "now, a second",
    "share of `/healthz`",
    "to reach",
    "reached",
    ...(before ? ["by `/healthz` before"] : []),
  ];
  const healthBefore = before && best(before.measured.health.map(({ rate }) => rate));
  const rows = Object.entries(CALLS)
    .filter(([call]) => call !== "hot")
    .map(([call, name]) => {
      const now = summary(after.measured, call);
      const target = SHARES[call]?.[engine];
      const reached = atLeast(target, now.wrong ? 0 : now.share);
      return [
        name,
        ...(before ? told(summary(before.measured, call)) : []),
        ...told(now),
        ...reached,
        ...(before ? [share(now.rate / healthBefore)] : []),
      ];
    });
  const ofBare = after.measured.health.map(({ rate }, round) => rate / bare[round].rate);
  const bareRate = best(bare.map(({ rate }) => rate));
  const line = `\`/healthz\` is ${share(best(ofBare))} (${share(Math.min(...ofBare))} to ${share(best(ofBare))}) of a bare axum server that answers a constant (${count(bareRate)} a second); to reach: ${OF_BARE}: ${verdict(best(ofBare) >= OF_BARE)}.`;
  const filled = `${count(size.doctors)} doctors, ${count(size.users)} users, ${count(size.bookings)} bookings.`;
  return `## ${ENGINES[engine]}\n${filled}\n\n${table(head, rows)}\n\n${line}\n\n${rush(subjects)}`;
}

function rush(subjects) {
  const each = Object.entries(subjects).map(([name, { measured }]) => {
    const [{ rate, statuses }] = measured.hot;
    const counts = Object.entries(statuses).map(([status, times]) => `${count(times)} × ${status}`);
    return `${name === "before" ? "before" : "now"} ${count(rate)} answers a second (${counts.join(", ")})`;
  });
  return `A hundred people rush to one doctor, for all free slots of the week again and again (200: booked; 409: taken): ${each.join("; ")}.`;
}

function costs(engine, { fillSeconds, subjects }, { programs }) {
  const names = Object.keys(subjects);
  const of = (read) => names.map((name) => read(subjects[name], name));
  const { memory } = subjects.after;
  const size = (name) => programs.find((program) => program.name === name).bytes / 1e6;
  const logins = ({ measured: { login } }) => `${count(login[0].rate)} of ${count(login[0].requests)}`;
  const blank = names.slice(1).map(() => "");
  const rows = [
    [
      "resident memory after all of it, MB",
      ...of(({ memory }) => count(memory.now)),
      ...atMost(MOST_MEMORY_MB, memory.now),
    ],
    ["the most it ever was, MB", ...of(({ memory }) => count(memory.most)), "", ""],
    ["from the command to the first answer, ms", ...of(({ startMs }) => count(startMs)), "", ""],
    ["logins a second", ...of(logins), "", ""],
    ["the program, MB", ...of((_, name) => size(name).toFixed(1)), "", ""],
    ["filling the data, s", ...blank, count(fillSeconds), ...atMost(MOST_FILL_SECONDS[engine], fillSeconds)],
  ];
  const head = ["", ...names.map((name) => (name === "before" ? "before" : "now")), "to reach", "reached"];
  return table(head, rows);
}

function finding(engines) {
  const rows = Object.entries(FINDING).flatMap(([call, name]) =>
    Object.entries(engines).map(([engine, measured]) => {
      const { p50, p99, failed, lost } = measured[call];
      const reached = atMost(MOST_FINDING_MS[engine], failed || lost ? Number.POSITIVE_INFINITY : p50);
      return [name, ENGINES[engine], p50.toFixed(2), p99.toFixed(2), ...reached];
    }),
  );
  const head = [
    "find by time among 10,000 doctors",
    "",
    "middle, ms",
    "99 of 100, ms",
    "to reach",
    "reached",
  ];
  return `## One question at a time\nFrom request to answer on one connection, a third of the coming week taken.\n\n${table(head, rows)}`;
}

function peers({ packages, providers, days, bookings, engines }) {
  const names = { slots: "free slots of a provider and day", book: "booking" };
  const rows = Object.entries(names).flatMap(([call, name]) =>
    Object.entries(engines).map(([engine, { ours, peer }]) => {
      const rounds = ours[call].map(({ rate }, round) => rate / peer[call][round].rate);
      const wrong = [...ours[call], ...peer[call]].some(({ failed, lost }) => failed || lost);
      const [times, worst] = [best(rounds), Math.min(...rounds)];
      const [ourRate, peerRate] = [ours, peer].map((side) => best(side[call].map(({ rate }) => rate)));
      const reached = atLeast(TIMES[call][engine], wrong ? 0 : times);
      return [
        name,
        ENGINES[engine],
        peerRate.toFixed(1),
        count(ourRate),
        `${count(times)} (${count(worst)} to ${count(times)})`,
        ...reached,
      ];
    }),
  );
  const head = ["a second", "", packages[0].replace("==", " "), "ours", "times", "to reach", "reached"];
  return `## Beside what people use today
${packages.map((name) => name.replace("==", " ")).join(", ")}: 2 workers of 4 threads, WAL and lasting connections, \`DEBUG\` off, on the same machine in the same rounds. Both hold ${providers} providers
and ${count(bookings)} bookings; the peer's lie in the next ${days} days, of ours (which books a week ahead) a third of the week is taken and the rest is past. A booking there is two forms, and we
leave out the pages between them; ours writes both mails' rows, a sum and the booking in one durable commit, the peer's mails are rendered and dropped.

${table(head, rows)}`;
}

function growth(engines) {
  const rows = [];
  for (const [engine, kinds] of Object.entries(engines)) {
    for (const [kind, steps] of Object.entries(kinds)) {
      for (const [call, name] of Object.entries({
        slots: "free slots",
        page: "a page of doctors",
        book: "booking",
      })) {
        const shares = steps.map((step) => step[call] / step.health);
        const kept = shares.at(-1) / shares[0];
        const reached = call === "slots" ? atLeast(LEAST_OF_SMALLEST, kept) : ["", ""];
        const from = `${count(steps[0].at)} to ${count(steps.at(-1).at)} ${kind}`;
        rows.push([name, ENGINES[engine], from, shares.map(share).join(", "), share(kept), ...reached]);
      }
    }
  }
  const head = ["share of `/healthz`", "", "from", "at each size", "last by first", "to reach", "reached"];
  return `## Growth\n![Shares of /healthz at growing sizes](growth.svg)\n\n${table(head, rows)}`;
}
