/** The duration of one search for the earliest free doctors among 10,000, without other load. */
import { allDoctors, Installation, questions } from "./load/installation.mjs";
import { load } from "./load/load.mjs";

const SIZE = { doctors: 10_000, users: 10_000, bookings: 500_000 };
export const FINDING = {
  earliest: "the 20 who are free first, in the whole state",
  earliestInDistrict: "in a district",
  window: "on a day, in two hours",
};

export async function measureFinding(bench, engine, postgres) {
  const installation = new Installation(`${engine}_finding`, bench.folder, postgres);
  bench.say(`${engine}: filling ${SIZE.doctors} doctors to find by time`);
  installation.fill(bench.programs.after, SIZE);
  const people = installation.signIn(bench.tools.tokens, 1);
  const server = await installation.serve(bench.programs.after);
  const asked = questions(await allDoctors(server.origin), people);
  const out = {};
  for (const call of Object.keys(FINDING)) {
    out[call] = await load(server.origin, asked[call], {
      ...bench,
      connections: 1,
      seconds: bench.seconds + 1,
    });
  }
  await server.stop();
  installation.remove();
  return out;
}
