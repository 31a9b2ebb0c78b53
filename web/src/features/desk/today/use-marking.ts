import { useState } from "react";
import { m } from "../../../messages";
import type { QueueEntry, Today } from "../../appointments/api";
import type { Mark } from "../api";
import { calledEntry } from "./groups";

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

/** Undoes a mark, and recalls the patient whom it sent out. */
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
