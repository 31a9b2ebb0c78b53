/** Every call on one engine: rounds in which each program of ours takes its turn at each call. */
import { allDoctors, book, freeSlots, Installation, questions, Supply } from "./load/installation.mjs";
import { load, post, sendAll } from "./load/load.mjs";
import { freePort, memory, start } from "./load/servers.mjs";

/** What is read, in the order of the table; the first is what the others are shares of. */
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

/** How many people rush to one doctor: nobody may hold more than four visits of a day. */
const RUSHING = 100;

/** More than any program answers in a second. */
const MOST_A_SECOND = { book: 12_000, mixed: 25_000 };

export async function measureEngine(bench, engine, postgres) {
  const { say, folder, programs, tools, rounds, size } = bench;
  const filled = new Installation(`${engine}_filled`, folder, postgres);
  say(`${engine}: filling ${size.doctors} doctors, ${size.users} users, ${size.bookings} bookings`);
  const fillSeconds = filled.fill(programs.after, size);
  say(`${engine}: filled in ${fillSeconds.toFixed(0)} s`);
  const people = filled.signIn(tools.tokens, Math.floor(size.users / 2));

  const subjects = [];
  for (const [name, program] of Object.entries(programs)) {
    const installation = filled.copy(`${engine}_${name}`, folder);
    const startMs = await startTime(installation, program);
    const server = await installation.serve(program);
    subjects.push({ name, installation, server, startMs, measured: {} });
  }
  filled.remove();
  const bare = await startBare(tools.bare);
  const bareSubject = { name: "bare", server: bare, measured: {} };

  const { origin } = subjects[0].server;
  const doctors = await allDoctors(origin);
  const asked = questions(doctors, people);
  const wanted = rounds * bench.seconds * (MOST_A_SECOND.book + MOST_A_SECOND.mixed / 10) * 0.7;
  const slots = await freeSlots(origin, doctors, wanted);
  const hotDoctor = doctorWithMost(slots);
  const others = slots.filter(({ id }) => id !== hotDoctor);
  for (const subject of subjects) subject.supply = new Supply(others, people.user.slice(RUSHING));
  say(
    `${engine}: ${doctors.length} doctors, ${slots.length} free slots, ${people.user.length} people signed in`,
  );

  for (let round = 1; round <= rounds; round++) {
    for (const call of Object.keys(READS)) {
      await turns(call === "health" ? [bareSubject, ...subjects] : subjects, call, ({ server }) =>
        load(server.origin, asked[call], bench),
      );
    }
    say(`${engine}: reads, round ${round} of ${rounds}`);
  }
  for (let round = 1; round <= rounds; round++) {
    await turns(subjects, "book", (subject) => bookOnce(bench, subject));
    await turns(subjects, "mixed", (subject) => mixOnce(bench, subject, asked));
    say(`${engine}: writes, round ${round} of ${rounds}`);
  }
  const rush = slots
    .filter(({ id }) => id === hotDoctor)
    .map((slot, number) => book(slot, people.user[number % RUSHING]));
  await turns(subjects, "hot", ({ server }) => load(server.origin, rush, { ...bench, statuses: true }));
  const logins = Array.from({ length: bench.logins }, (_, number) =>
    post("/user/api/login", { email: `user${number}@demo.example`, password: "demo-crowd-1" }),
  );
  await turns(subjects, "login", ({ server }) => sendAll(server.origin, logins));
  say(`${engine}: one doctor, logins`);

  const out = { fillSeconds, bare: bareSubject.measured.health, subjects: {} };
  for (const { name, server, startMs, measured, installation } of subjects) {
    server.child.kill("SIGCONT");
    out.subjects[name] = { startMs, measured, memory: memory(server) };
    await server.stop();
    installation.remove();
  }
  await bare.stop();
  return out;
}

/** Each subject alone: the others are stopped meanwhile, so that nothing they still do in the background counts. */
async function turns(subjects, call, measure) {
  for (const subject of subjects) {
    for (const { server } of subjects) server.child.kill(server === subject.server ? "SIGCONT" : "SIGSTOP");
    subject.measured[call] ??= [];
    subject.measured[call].push(await measure(subject));
  }
  for (const { server } of subjects) server.child.kill("SIGCONT");
}

async function bookOnce({ seconds, folder }, { server, supply }) {
  const requests = supply.next(seconds * MOST_A_SECOND.book);
  const result = await load(server.origin, requests, { seconds, folder, once: true });
  supply.use(result.used);
  return result;
}

/** Nine reads, mostly of free slots, then a booking. */
async function mixOnce({ seconds, folder }, { server, supply }, asked) {
  const bookings = supply.next((seconds * MOST_A_SECOND.mixed) / 10);
  const kinds = ["slots", "slots", "slots", "slots", "slots", "page", "page", "filtered", "week"];
  const read = (kind, number) => asked[kind][number % asked[kind].length];
  const requests = bookings.flatMap((booking, number) => [
    ...kinds.map((kind, place) => read(kind, number * 9 + place)),
    booking,
  ]);
  const result = await load(server.origin, requests, { seconds, folder, once: true });
  supply.use(Math.ceil(result.used / 10) + 2);
  return result;
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
