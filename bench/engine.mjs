/** Every call on one engine: rounds in which each of our programs is measured in turn at each call. */
import {
  allDoctors,
  book,
  freeSlots,
  Installation,
  questions,
  Supply,
  shuffled,
} from "./load/installation.mjs";
import { load, post, sendAll } from "./load/load.mjs";
import { freePort, memory, start } from "./load/servers.mjs";

/** The reads, in the order of the table; the others are shown as shares of the first. */
const READS = {
  health: "`/healthz`",
  home: "`/`",
  slots: "free slots of a doctor and day",
  page: "a page of 20 doctors with their next slots",
  filtered: "the same filtered by district and speciality",
  earliest: "the 20 doctors who are free first",
  earliestInDistrict: "the same in a district",
  window: "the same on a day, in two hours",
  week: "availability of a week",
  doctorDashboard: "a doctor's dashboard",
  adminDashboard: "the administrator's dashboard",
};
const WRITES = {
  book: "durable booking, distinct slots",
  hot: "all bookings at one doctor",
  mixed: "mixed load, 90 % reads",
};
export const CALLS = { ...READS, ...WRITES };

/** How many clients book one doctor at once; no user may have more than four visits of a day. */
const RUSHING = 100;

/** More than any program books in a second, alone and in mixed load. */
const MOST_A_SECOND = 15_000;
/** The share of the free slots for the load of bookings alone; the rest is for mixed load. */
const BOOKED = 0.8;

export async function measureEngine(bench, engine, postgres) {
  const { size } = bench;
  const filled = new Installation(`${engine}_filled`, bench.folder, postgres);
  bench.say(`${engine}: filling ${size.doctors} doctors, ${size.users} users, ${size.bookings} bookings`);
  // The earlier program fills: a later one brings its copy up to date, an earlier one refuses what a later one wrote.
  const fillSeconds = filled.fill(bench.programs.before ?? bench.programs.after, size);
  bench.say(`${engine}: filled in ${fillSeconds.toFixed(0)} s`);
  const people = filled.signIn(bench.tools.tokens, Math.floor(size.users / 2));
  const subjects = await startAll(bench, engine, filled);
  const bare = { server: await startBare(bench.tools.bare), measured: {} };

  const { origin } = subjects[0].server;
  const doctors = await allDoctors(origin);
  const asked = questions(doctors, people);
  const slots = await freeSlots(origin, doctors, bench.rounds * bench.seconds * MOST_A_SECOND);
  bench.say(
    `${engine}: ${doctors.length} doctors, ${slots.length} free slots, ${people.user.length} people signed in`,
  );
  await measureReads(bench, engine, subjects, bare, asked);
  await measureWrites(bench, engine, subjects, asked, slots, people);
  await measureLogins(bench, subjects);

  const out = { size, fillSeconds, bare: bare.measured.health, subjects: {} };
  for (const { name, server, startMs, measured, installation } of subjects) {
    out.subjects[name] = { startMs, measured, memory: memory(server) };
    await server.stop();
    installation.remove();
  }
  await bare.server.stop();
  return out;
}

/** Each of our programs on a copy of the filled database. */
async function startAll(bench, engine, filled) {
  const subjects = [];
  for (const [name, program] of Object.entries(bench.programs)) {
    const installation = filled.copy(`${engine}_${name}`, bench.folder);
    const startMs = await startTime(installation, program);
    const server = await installation.serve(program);
    subjects.push({ name, installation, server, startMs, measured: {} });
  }
  filled.remove();
  return subjects;
}

async function measureReads(bench, engine, subjects, bare, asked) {
  for (let round = 1; round <= bench.rounds; round++) {
    for (const call of Object.keys(READS)) {
      const all = call === "health" ? [bare, ...subjects] : subjects;
      await turns(all, call, ({ server }) => load(server.origin, asked[call], bench));
    }
    bench.say(`${engine}: reads, round ${round} of ${bench.rounds}`);
  }
}

/** After all reads, because mails of bookings are sent for a while after them. */
async function measureWrites(bench, engine, subjects, asked, slots, people) {
  const hotDoctor = doctorWithMost(slots);
  const others = slots.filter(({ id }) => id !== hotDoctor);
  for (const subject of subjects) subject.supply = new Supply(others, people.user.slice(RUSHING));
  for (let round = 1; round <= bench.rounds; round++) {
    await turns(subjects, "book", (subject) => bookOnce(bench, subject));
    await turns(subjects, "mixed", (subject) => mixOnce(bench, subject, asked));
    bench.say(`${engine}: writes, round ${round} of ${bench.rounds}`);
  }
  const ofHot = slots.filter(({ id }) => id === hotDoctor);
  const rush = rushTo(ofHot, people.user.slice(0, RUSHING));
  await turns(subjects, "hot", ({ server }) => load(server.origin, rush, { ...bench, statuses: true }));
  bench.say(`${engine}: all bookings at one doctor`);
}

async function measureLogins(bench, subjects) {
  const login = (number) =>
    post("/user/api/login", { email: `user${number}@demo.example`, password: "demo-crowd-1" });
  const logins = Array.from({ length: bench.logins }, (_, number) => login(number));
  await turns(subjects, "login", ({ server }) => sendAll(server.origin, logins));
  bench.say(`${bench.logins} logins`);
}

/** Each program alone: the others are paused meanwhile, so that their background work does not count. */
async function turns(subjects, call, measure) {
  for (const subject of subjects) {
    for (const { server } of subjects) server.child.kill(server === subject.server ? "SIGCONT" : "SIGSTOP");
    subject.measured[call] ??= [];
    subject.measured[call].push(await measure(subject));
  }
  for (const { server } of subjects) server.child.kill("SIGCONT");
}

async function bookOnce(bench, { server, supply }) {
  return load(server.origin, supply.take(BOOKED / bench.rounds), { ...bench, once: true });
}

/** Nine reads, mostly of free slots, to each booking. */
async function mixOnce(bench, { server, supply }, asked) {
  const kinds = ["slots", "slots", "slots", "slots", "slots", "page", "page", "filtered", "week"];
  const read = (kind, number) => asked[kind][number % asked[kind].length];
  const bookings = supply.take((1 - BOOKED) / bench.rounds);
  const mix = (booking, number) => [...kinds.map((kind, place) => read(kind, number * 9 + place)), booking];
  return load(server.origin, shuffled(bookings.flatMap(mix)), { ...bench, once: true });
}

/** All slots are booked, then requested again by others, who are refused. */
function rushTo(slots, people) {
  const tries = Array.from({ length: 20 }, (_, time) =>
    slots.map((slot, number) => book(slot, people[(number + time) % people.length])),
  );
  return tries.flat();
}

function doctorWithMost(slots) {
  const counts = new Map();
  for (const { id } of slots) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0][0];
}

/** Milliseconds from the command to the first answer: the best of three starts. */
async function startTime(installation, program) {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3; time++) {
    const server = await installation.serve(program);
    best = Math.min(best, server.startMs);
    await server.stop();
  }
  return best;
}

async function startBare(program) {
  const listen = `127.0.0.1:${await freePort()}`;
  return start(program, [listen], { origin: `http://${listen}` });
}
