/** The comparison programs, measured in the same rounds as ours: django-appointment under gunicorn, with the same amounts of data. */
import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import {
  allDoctors,
  dice,
  freeSlots,
  Installation,
  questions,
  Supply,
  shuffled,
} from "./load/installation.mjs";
import { get, load } from "./load/load.mjs";
import { freePort, start } from "./load/servers.mjs";

const PROVIDERS = 200;
const DAYS = 30;
const BOOKINGS = 50_000;
/** Each client logs in once and books once, so that sessions stay small. */
const PEOPLE = 4000;
const PACKAGES = ["django-appointment==3.12.0", "gunicorn==27.0.0", "psycopg2-binary==2.9.13"];
const CONNECTIONS = 32;
const AJAX = "X-Requested-With: XMLHttpRequest";
const site = new URL("peer", import.meta.url).pathname;

export async function measurePeers(bench, engines) {
  const python = install(bench);
  const out = { packages: PACKAGES, providers: PROVIDERS, days: DAYS, bookings: BOOKINGS, engines: {} };
  for (const [engine, postgres] of Object.entries(engines)) {
    bench.say(
      `${engine}: ${PACKAGES[0]} and ours, each with ${PROVIDERS} providers and ${BOOKINGS} bookings`,
    );
    const peer = await startPeer(bench, python, postgres);
    const ours = await startOurs(bench, engine, postgres);
    const measured = { ours: { slots: [], book: [] }, peer: { slots: [], book: [] } };
    // All reads before all bookings, and ours paused while the peer is measured: our mails are sent after our bookings.
    for (const call of ["slots", "book"]) {
      for (let round = 1; round <= bench.rounds; round++) {
        measured.ours[call].push(await ours[call]());
        ours.server.child.kill("SIGSTOP");
        measured.peer[call].push(await peer[call]());
        ours.server.child.kill("SIGCONT");
        bench.say(`${engine}: peers, ${call}, round ${round} of ${bench.rounds}`);
      }
    }
    await peer.stop();
    await ours.stop();
    out.engines[engine] = measured;
  }
  return out;
}

/** A virtual environment outside the sources, made once. */
function install({ say, target }) {
  const folder = join(target, "bench", "peer");
  const python = join(folder, "bin", "python");
  if (!existsSync(python)) execFileSync("python3", ["-m", "venv", folder]);
  say(`installing ${PACKAGES.join(", ")}`);
  execFileSync(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...PACKAGES], {
    stdio: "inherit",
  });
  return python;
}

async function startPeer({ folder, seconds }, python, postgres) {
  const file = join(folder, "peer.db");
  const env = {
    ...process.env,
    DJANGO_SETTINGS_MODULE: "settings",
    PYTHONPATH: site,
    PYTHONDONTWRITEBYTECODE: "1",
    PEER_ENGINE: postgres ? "postgres" : "sqlite",
    PEER_DATABASE: postgres ? postgres.folder : file,
  };
  const options = { env, cwd: folder, stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28 };
  postgres?.sql("CREATE DATABASE peer");
  const migrate = ["-m", "django", "migrate", "--verbosity", "0"];
  execFileSync(python, migrate, options);
  // The package has no migrations: its tables are created from its models, after those of the users.
  execFileSync(python, [...migrate, "--run-syncdb"], options);
  const sizes = [PROVIDERS, DAYS, BOOKINGS, PEOPLE].map(String);
  const filled = JSON.parse(execFileSync(python, [join(site, "fill.py"), ...sizes], options));
  if (filled.booked !== BOOKINGS) throw new Error(`the peer was filled with ${filled.booked} bookings`);
  postgres?.sql("VACUUM ANALYZE", "peer");

  const listen = `127.0.0.1:${await freePort()}`;
  // Threads, because other kinds of workers answered fewer requests.
  const words = [
    "-m",
    "gunicorn",
    "--workers",
    "2",
    "--worker-class",
    "gthread",
    "--threads",
    "4",
    "--bind",
    listen,
  ];
  const application = "django.core.wsgi:get_wsgi_application()";
  const server = await start(python, [...words, "--log-level", "critical", application], {
    env,
    cwd: folder,
    origin: `http://${listen}`,
    ready: "/appointment/ajax/request_staff_info/",
  });
  const roll = dice(3);
  // The same days as for our program.
  const [days, providers] = [filled.days.slice(0, 7), filled.providers];
  const ask = () => {
    const search = {
      selected_date: days[roll(days.length)],
      staff_member: providers[roll(providers.length)],
      service_id: filled.service,
    };
    return get(`/appointment/ajax/available_slots/?${new URLSearchParams(search)}`);
  };
  const asked = Array.from({ length: 2000 }, ask);
  const free = shuffled(filled.free);
  return {
    slots: () => load(server.origin, asked, { folder, seconds: seconds + 2, header: AJAX }),
    book: () => bookAtPeer(server.origin, filled, free, seconds + 2),
    stop: async () => {
      await server.stop();
      postgres?.sql("DROP DATABASE peer WITH (FORCE)");
      rmSync(file, { force: true });
    },
  };
}

/**
 * A booking there is two forms: the slot, and the patient. The pages between and after them, which browsers would load too, are left out in
 * its favour. Each connection begins the next booking when the last one is done.
 */
async function bookAtPeer(origin, { service, sessions }, free, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const begun = performance.now();
  let booked = 0;
  const bookOn = async () => {
    while (performance.now() - begun < seconds * 1000) {
      const [provider, date, start_time, end_time] = free.pop();
      const session = sessions.pop();
      const slot = { date, start_time, end_time, service, staff_member: provider };
      const next = await sendForm(agent, origin, "/appointment/request-submit/", session, slot);
      const who = { name: "Asha Nair", phone_0: "IN", phone_1: "9847012345", payment_type: "full" };
      const last = await sendForm(agent, origin, next, session, who);
      if (!last.includes("/thank-you/")) throw new Error(`the peer leads to ${last} instead of its thanks`);
      booked++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, bookOn));
  agent.destroy();
  return { rate: booked / ((performance.now() - begun) / 1000), requests: booked, failed: 0, lost: 0 };
}

/** Sends a form and returns where its answer redirects to. */
function sendForm(agent, origin, path, session, fields) {
  const token = "b".repeat(32);
  const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken: token }).toString();
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": body.length,
    Cookie: `sessionid=${session}; csrftoken=${token}`,
  };
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { method: "POST", agent, headers }, (answer) => {
      let text = "";
      answer.on("data", (part) => {
        text += part;
      });
      answer.on("end", () => {
        if (answer.statusCode === 302) resolve(answer.headers.location);
        else reject(new Error(`${path} ${answer.statusCode} ${text.slice(0, 2000)}`));
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

async function startOurs(bench, engine, postgres) {
  const installation = new Installation(`${engine}_peers`, bench.folder, postgres);
  installation.fill(bench.programs.after, { doctors: PROVIDERS, users: PEOPLE, bookings: BOOKINGS });
  const people = installation.signIn(bench.tools.tokens, PEOPLE / 2);
  const server = await installation.serve(bench.programs.after);
  const doctors = await allDoctors(server.origin);
  const asked = questions(doctors, people);
  const supply = new Supply(await freeSlots(server.origin, doctors, 100_000), people.user);
  return {
    server,
    slots: () => load(server.origin, asked.slots, bench),
    book: () => load(server.origin, supply.take(1 / bench.rounds), { ...bench, once: true }),
    stop: async () => {
      await server.stop();
      installation.remove();
    },
  };
}
