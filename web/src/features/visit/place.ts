/** The position in a queue. */
import { indiaTime } from "../../lib/india-time";
import { serverNow } from "../../lib/server-clock";
import { dayOf } from "../../lib/visit-time";
import type { Board, Visit } from "./api";

export type Place =
  | { kind: "waits"; before: number; from: string; to: string }
  /** Another day, or not approved. */
  | { kind: "no-queue" }
  | { kind: "called" }
  | { kind: "done" }
  | { kind: "absent" }
  | { kind: "missed" };

/** An unmarked visit outside of the queue was missed. */
export function placeOf({ queue, token, attendance }: Pick<Visit, "queue" | "token" | "attendance">): Place {
  if (!queue) return { kind: "no-queue" };
  const before = queue.waiting.findIndex((waiting) => waiting.token === token);
  const own = queue.waiting[before];
  if (own) return { kind: "waits", before, from: own.from, to: own.to };
  if (attendance === "called" || attendance === "done" || attendance === "absent")
    return { kind: attendance };
  return { kind: "missed" };
}

/** The visit with a new queue. Undefined if the patient left the queue: then the visit is loaded again. */
export function withQueue(visit: Visit, queue: Board): Visit | undefined {
  // The queue has today's visits only; a walk-in without a time is one of today.
  if (visit.startsAt && dayOf(visit.startsAt) !== indiaTime(serverNow()).day) return visit;
  const isIn = ({ waiting }: Board) => waiting.some(({ token }) => token === visit.token);
  const stays = visit.queue && isIn(visit.queue) === isIn(queue) && visit.queue.serving !== visit.token;
  return stays && queue.serving !== visit.token ? { ...visit, queue } : undefined;
}
