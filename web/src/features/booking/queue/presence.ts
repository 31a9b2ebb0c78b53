/** The order of a clinic's day by presence: with the doctor, in the clinic, expected, finished. Pure. */
import type { Comer, Today } from "../api/today";

export type Presence = "called" | "arrived" | "expected" | "finished";

const presences: readonly Presence[] = ["called", "arrived", "expected", "finished"];

export function presenceOf({ attendance }: Pick<Comer, "attendance">): Presence {
  if (attendance === "called" || attendance === "arrived") return attendance;
  return attendance === "done" || attendance === "absent" ? "finished" : "expected";
}

/** Rows that stand together: of one session and one presence. */
export interface Group {
  session: number;
  presence: Presence;
  ids: readonly string[];
}

const isSame = (a: Group, b: Group) => a.session === b.session && a.presence === b.presence;

/** Each session has its own tokens, and so its own groups. The server sends each group in order. */
export function groupsOf({ comers, sessions }: Pick<Today, "comers" | "sessions">): Group[] {
  const groups = sessions.flatMap((_, session) =>
    presences.map((presence) => ({
      session,
      presence,
      ids: comers
        .filter((comer) => comer.session === session && presenceOf(comer) === presence)
        .map(({ _id }) => _id),
    })),
  );
  return groups.filter(({ ids }) => ids.length > 0);
}

/**
 * The groups while somebody works on the list: rows stay where they were when the list was held, so that a second press does not meet
 * another patient. New rows are added to their group, rows that no longer exist leave.
 */
export function heldGroups(held: readonly Group[], current: readonly Group[]): Group[] {
  const existing = new Set(current.flatMap(({ ids }) => ids));
  const placed = new Set(held.flatMap(({ ids }) => ids));
  const stays = held.map((group) => ({ ...group, ids: group.ids.filter((id) => existing.has(id)) }));
  for (const group of current) {
    const added = group.ids.filter((id) => !placed.has(id));
    if (added.length === 0) continue;
    const place = stays.findIndex((one) => isSame(one, group));
    const before = stays[place];
    if (before) stays[place] = { ...before, ids: [...before.ids, ...added] };
    else stays.push({ ...group, ids: added });
  }
  const inOrder = stays.toSorted(
    (a, b) => a.session - b.session || presences.indexOf(a.presence) - presences.indexOf(b.presence),
  );
  return inOrder.filter(({ ids }) => ids.length > 0);
}

/** Who is with the doctor. */
export function insideOf({ comers }: Pick<Today, "comers">): Comer | undefined {
  return comers.find((comer) => presenceOf(comer) === "called");
}

/**
 * Whom the doctor sees next: the first who is in the clinic, otherwise the first who is expected in the current session. Who is overdue is
 * not passed over: a clinic that marks no arrivals calls its patients in by their times.
 */
export function nextOf({ comers, current }: Pick<Today, "comers" | "current">): Comer | undefined {
  return (
    comers.find((comer) => presenceOf(comer) === "arrived") ??
    comers.find((comer) => comer.session === current && presenceOf(comer) === "expected")
  );
}

/** Whether somebody can be marked as not having come: from their time on, and at any time where they have none. */
export function canBeAbsent({ startsAt }: Pick<Comer, "startsAt">, now: number): boolean {
  return !startsAt || Date.parse(startsAt) <= now;
}

type Attendance = "arrived" | "called" | "done" | "absent" | null;

/** One step back from a mark. A walk-in is in the clinic from the beginning. */
export function stepBack({ attendance, walkIn }: Pick<Comer, "attendance" | "walkIn">): Attendance {
  if (attendance === "called" || attendance === "done" || (walkIn && attendance === "absent"))
    return "arrived";
  return null;
}
