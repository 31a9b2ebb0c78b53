/** An installation of the product, filled with a crowd: its database, its accounts, and the requests that can be sent to it. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { get, post } from "./load.mjs";
import { freePort, start } from "./servers.mjs";

/** A pseudo-random number from 0 up to, not including, `below`; the same in every run. */
export function dice(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export function shuffled(list, roll = dice(7)) {
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = roll(at + 1);
    [mixed[at], mixed[other]] = [mixed[other], mixed[at]];
  }
  return mixed;
}

/** The days that can be booked, today first, by India's clock. */
export function bookableDays() {
  const india = Date.now() + 5.5 * 3_600_000;
  return Array.from({ length: 7 }, (_, day) => new Date(india + day * 86_400_000).toISOString().slice(0, 10));
}

export class Installation {
  /** On SQLite without `postgres`, else on a database of that server. */
  constructor(name, folder, postgres) {
    this.name = name;
    this.folder = join(folder, name);
    this.postgres = postgres;
    this.url = postgres ? postgres.url(name) : `sqlite://${join(this.folder, "doccare.db")}`;
    mkdirSync(this.folder, { recursive: true });
  }

  environment() {
    return { DOCCARE_DATA_DIR: this.folder, DOCCARE_DATABASE_URL: this.url, DOCCARE_RATE_LIMITS: "off" };
  }

  /** Fills it by the product's command and returns the duration in seconds. */
  fill(program, { doctors, users, bookings }) {
    this.postgres?.sql(`CREATE DATABASE ${this.name}`);
    const sizes = ["--doctors", doctors, "--users", users, "--bookings", bookings, "--donors", 0].map(String);
    const begun = performance.now();
    const options = {
      env: { ...process.env, ...this.environment() },
      stdio: ["ignore", "ignore", "inherit"],
    };
    execFileSync(program, ["demo", "--log", "warn", ...sizes], options);
    const seconds = (performance.now() - begun) / 1000;
    // Does what PostgreSQL does by itself within minutes.
    this.postgres?.sql("VACUUM ANALYZE", this.name);
    this.postgres?.sql("CHECKPOINT", this.name);
    return seconds;
  }

  /** Logs accounts in, the newest first: an administrator, a hundred doctors, so many users. */
  signIn(program, users) {
    const lines = execFileSync(program, [this.url, String(users)], { maxBuffer: 1 << 28 })
      .toString()
      .trim()
      .split("\n");
    const people = { admin: [], doctor: [], user: [] };
    for (const [role, id, token] of lines.map((line) => line.split("\t"))) people[role].push({ id, token });
    return people;
  }

  /** The same again under another name. */
  copy(name, parent) {
    const copy = new Installation(name, parent, this.postgres);
    cpSync(this.folder, copy.folder, { recursive: true });
    this.postgres?.sql(`CREATE DATABASE ${name} TEMPLATE ${this.name} STRATEGY file_copy`);
    return copy;
  }

  async serve(program) {
    const listen = `127.0.0.1:${await freePort()}`;
    const env = { ...this.environment(), DOCCARE_LISTEN: listen };
    return start(program, ["serve"], { env, origin: `http://${listen}` });
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
    this.postgres?.sql(`DROP DATABASE ${this.name} WITH (FORCE)`);
  }
}

async function ask(origin, path) {
  const answer = await fetch(origin + path);
  if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** All listed doctors, as the API tells of them. */
export async function allDoctors(origin) {
  const doctors = [];
  for (let next = ""; next !== null; ) {
    const page = await ask(
      origin,
      `/user/api/finddoctors?limit=1000${next && `&cursor=${encodeURIComponent(next)}`}`,
    );
    doctors.push(
      ...page.data.map(({ _id, district, specialization }) => ({ id: _id, district, specialization })),
    );
    next = page.next;
  }
  return doctors;
}

/** Free slots of the days after today, as many as wanted if there are, in random order. */
export async function freeSlots(origin, doctors, wanted) {
  const slots = [];
  const days = bookableDays().slice(1);
  const questions = shuffled(doctors).flatMap(({ id }) => days.map((day) => ({ id, day })));
  const askOn = async () => {
    while (slots.length < wanted && questions.length) {
      const { id, day } = questions.shift();
      const { data } = await ask(origin, `/user/api/doctor/${id}/slots?date=${day}`);
      slots.push(...data.map(({ time }) => ({ id, day, time })));
    }
  };
  await Promise.all(Array.from({ length: 8 }, askOn));
  return shuffled(slots);
}

/** The product's limit is twenty pending requests. */
const BOOKINGS_OF_A_USER = 18;

/** Requests for distinct free slots. Each is used once. */
export class Supply {
  constructor(slots, users) {
    this.requests = slots
      .slice(0, users.length * BOOKINGS_OF_A_USER)
      .map((slot, number) => book(slot, users[number % users.length]));
    this.taken = 0;
  }

  /** A part of all that there were. */
  take(part) {
    const begin = this.taken;
    this.taken += Math.floor(this.requests.length * part);
    return this.requests.slice(begin, this.taken);
  }
}

export function book({ id, day, time }, user) {
  const body = { name: "Asha Nair", phoneNumber: "9847012345", date: day, time };
  return post(`/user/api/doctor/${id}/appointment/booking/${user.id}`, body, user.token);
}

/** Typical requests, each list in random order. */
export function questions(doctors, people) {
  const roll = dice(11);
  const days = bookableDays();
  const some = (make) =>
    Array.from({ length: 4000 }, () => make(doctors[roll(doctors.length)], days[roll(days.length)]));
  const find = (search) => get(`/user/api/finddoctors?${new URLSearchParams(search)}`);
  return {
    slots: some(({ id }, day) => get(`/user/api/doctor/${id}/slots?date=${day}`)),
    page: [find({ limit: 20 })],
    filtered: some(({ district, specialization }) => find({ limit: 20, district, specialization })),
    earliest: [find({ sort: "earliest", limit: 20 })],
    earliestInDistrict: some(({ district }) => find({ sort: "earliest", limit: 20, district })),
    window: some((_, day) => {
      const hour = 8 + roll(10);
      const at = (hour) => `${String(hour).padStart(2, "0")}:00`;
      return find({ sort: "earliest", limit: 20, day, from: at(hour), to: at(hour + 2) });
    }),
    week: some(({ id }) => get(`/user/api/doctor/${id}/availability`)),
    doctorDashboard: people.doctor.map(({ id, token }) => get(`/user/api/doctor/dashboard/${id}`, token)),
    adminDashboard: people.admin.map(({ token }) => get("/admin/api/dashboard", token)),
    home: [get("/")],
    health: [get("/healthz")],
  };
}
