/** Where somebody stands in a queue. */
import { indiaTime } from "../../../lib/india-time";
import { serverNow } from "../../../lib/server-clock";
import { dayOf } from "../../../lib/visit-time";
import type { Board, Visit } from "../api/queue";

export type Place =
  | { kind: "waits"; before: number; from: string; to: string }
  /** It is not the day, or the visit is not approved. */
  | { kind: "no-queue" }
  | { kind: "called" }
  | { kind: "done" }
  | { kind: "absent" }
  | { kind: "missed" };

/** A visit that is neither in the queue nor marked had its time while nobody said that the patient is there. */
export function placeOf({ queue, token, attendance }: Pick<Visit, "queue" | "token" | "attendance">): Place {
  if (!queue) return { kind: "no-queue" };
  const before = queue.waiting.findIndex((waiting) => waiting.token === token);
  const own = queue.waiting[before];
  if (own) return { kind: "waits", before, from: own.from, to: own.to };
  if (attendance === "called" || attendance === "done" || attendance === "absent")
    return { kind: attendance };
  return { kind: "missed" };
}

/** The visit once its queue is this, as far as the queue alone tells. Whoever has left it is something else now: asked for. */
export function withQueue(visit: Visit, queue: Board): Visit | undefined {
  // Another day's visit is not in it.
  if (dayOf(visit.startsAt) !== indiaTime(serverNow()).day) return visit;
  const isIn = ({ waiting }: Board) => waiting.some(({ token }) => token === visit.token);
  const stays = visit.queue && isIn(visit.queue) === isIn(queue) && visit.queue.serving !== visit.token;
  return stays && queue.serving !== visit.token ? { ...visit, queue } : undefined;
}
