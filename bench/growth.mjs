/** The same calls on more and more data, as shares of `/healthz`. */
import { allDoctors, freeSlots, Installation, questions, Supply } from "./load/installation.mjs";
import { load } from "./load/load.mjs";

/** At least fifty bookings of each doctor: so a third of the coming week is taken at every size, and the rest is past. */
const STEPS = {
  bookings: [10_000, 100_000, 1_000_000, 5_000_000].map((bookings) => ({
    doctors: 200,
    users: 10_000,
    bookings,
  })),
  // So many users that no user exceeds the limit of upcoming visits.
  doctors: [100, 1000, 10_000, 50_000].map((doctors) => ({
    doctors,
    users: Math.max(10_000, doctors * 10),
    bookings: doctors * 50,
  })),
};
/** The disk has to write all of it, and more at the checkpoints. */
const MOST_BOOKINGS_ON_POSTGRES = 1_000_000;
const CALLS = ["health", "slots", "page"];

/** Adds each size to `out` once it is measured, so that a later failure loses none. */
export async function measureGrowth(bench, engines, out) {
  for (const [engine, postgres] of Object.entries(engines)) {
    out[engine] = {};
    for (const [kind, steps] of Object.entries(STEPS)) {
      out[engine][kind] = [];
      for (const size of steps) {
        if (size[kind] > bench.most[kind] || (postgres && size.bookings > MOST_BOOKINGS_ON_POSTGRES))
          continue;
        bench.say(`${engine}: growth, ${size.doctors} doctors, ${size.bookings} bookings`);
        out[engine][kind].push({ at: size[kind], ...(await measureStep(bench, engine, postgres, size)) });
      }
    }
  }
}

/** The best of the rounds of each call. */
async function measureStep(bench, engine, postgres, size) {
  const installation = new Installation(`${engine}_growth`, bench.folder, postgres);
  installation.fill(bench.programs.after, size);
  const people = installation.signIn(bench.tools.tokens, size.users / 2);
  const server = await installation.serve(bench.programs.after);
  const doctors = await allDoctors(server.origin);
  const asked = questions(doctors, people);
  const supply = new Supply(await freeSlots(server.origin, doctors, 30_000), people.user);
  const rates = {};
  const keep = (call, { rate, failed, lost }) => {
    if (failed || lost) throw new Error(`${call}: ${failed} refused, ${lost} lost`);
    rates[call] = Math.max(rates[call] ?? 0, rate);
  };
  for (let round = 0; round < bench.rounds; round++) {
    for (const call of CALLS) keep(call, await load(server.origin, asked[call], bench));
  }
  for (let round = 0; round < bench.rounds; round++) {
    keep("book", await load(server.origin, supply.take(1 / bench.rounds), { ...bench, once: true }));
  }
  await server.stop();
  installation.remove();
  return rates;
}
