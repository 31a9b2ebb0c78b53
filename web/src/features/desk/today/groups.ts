/** The day's queue in groups: with the doctor, in the clinic, expected, finished. */

import { useEffect, useRef, useState } from "react";
import { isByPhone } from "../../../lib/words";
import { m } from "../../../messages";
import type { QueueEntry, Today } from "../../appointments/api";
import type { Mark } from "../api";

export type Presence = "called" | "arrived" | "expected" | "finished";

const presences: readonly Presence[] = ["called", "arrived", "expected", "finished"];

export function presenceOf({ attendance }: Pick<QueueEntry, "attendance">): Presence {
  if (attendance === "called" || attendance === "arrived") return attendance;
  return attendance === "done" || attendance === "absent" ? "finished" : "expected";
}

/** Rows of one session and one presence. */
export interface Group {
  session: number;
  presence: Presence;
  ids: readonly string[];
}

const isSame = (a: Group, b: Group) => a.session === b.session && a.presence === b.presence;

/** Tokens and groups are per session. The server sends each group in order. */
export function groupsOf({ comers, sessions }: Pick<Today, "comers" | "sessions">): Group[] {
  const groups = sessions.flatMap((_, session) =>
    presences.map((presence) => ({
      session,
      presence,
      ids: comers
        .filter((entry) => entry.session === session && presenceOf(entry) === presence)
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

export function calledEntry({ comers }: Pick<Today, "comers">): QueueEntry | undefined {
  return comers.find((entry) => presenceOf(entry) === "called");
}

/**
 * The patient whom the doctor sees next: the first who is in the clinic, otherwise the first who is expected in the current session.
 * Overdue patients are not skipped: a clinic that marks no arrivals calls its patients in by their times.
 */
export function nextEntry({ comers, current }: Pick<Today, "comers" | "current">): QueueEntry | undefined {
  return (
    comers.find((entry) => presenceOf(entry) === "arrived") ??
    comers.find((entry) => entry.session === current && presenceOf(entry) === "expected" && !isByPhone(entry))
  );
}

/** Whether an entry can be marked as absent: after its time, or always without one. */
export function canBeAbsent({ startsAt }: Pick<QueueEntry, "startsAt">, now: number): boolean {
  return !startsAt || Date.parse(startsAt) <= now;
}

type Attendance = "arrived" | "called" | "done" | "absent" | null;

/** The attendance before a mark. Walk-ins start as arrived. */
export function stepBack({ attendance, walkIn }: Pick<QueueEntry, "attendance" | "walkIn">): Attendance {
  if (attendance === "called" || attendance === "done" || (walkIn && attendance === "absent"))
    return "arrived";
  return null;
}

/** After the last touch or pointer movement. */
const HOLD_INTERVAL_MS = 3_000;

export function useHeldGroups(groups: readonly Group[]) {
  const [held, setHeld] = useState<readonly Group[]>();
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function hold(): void {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setHeld(undefined), HOLD_INTERVAL_MS);
    setHeld((before) => before ?? groups);
  }
  return { groups: held ? heldGroups(held, groups) : groups, hold };
}

export interface Marking {
  last: Mark | undefined;
  /** The body of a mark. It has the shown state, so that the server refuses marks from a stale page. */
  markOf: (entry: QueueEntry, attendance: Mark["attendance"]) => Mark;
  onMarked: (mark: Mark) => void;
}

const known = ["arrived", "called", "done", "absent"] as const;

/** Undefined for values of a newer server. */
function attendanceOf({ attendance }: QueueEntry): Mark["attendance"] {
  return known.find((one) => one === attendance) ?? null;
}

export function useMarking(day: Today): Marking {
  const [last, setLast] = useState<Mark>();
  return {
    last,
    markOf: (entry, attendance) => {
      const inside = attendance === "called" ? calledEntry(day) : undefined;
      const { _id: id, patient_name: name } = entry;
      return { id, name, attendance, was: attendanceOf(entry), sentOut: inside?._id };
    },
    // An undo cannot be undone.
    onMarked: (mark) => setLast(mark.isUndo ? undefined : mark),
  };
}

/** Undoes a mark, and calls in again the patient whose visit it ended. */
export function undoOf({ id, name, attendance, was, sentOut }: Mark): Mark {
  return { id, name, attendance: was, was: attendance, recall: sentOut, isUndo: true };
}

/** What was marked, in words. */
export function saidOf({ name, attendance }: Mark): string {
  const state = {
    arrived: m.queue_state_arrived,
    called: m.queue_state_called,
    done: m.queue_done,
    absent: m.queue_absent,
  };
  return m.queue_marked({ name, state: attendance ? state[attendance]() : m.queue_state_expected() });
}
