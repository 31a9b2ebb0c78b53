/** The last mark of the page, and how to undo it. */
import { useState } from "react";
import { m } from "../../../paraglide/messages";
import type { Comer, Mark, Today } from "../api/today";
import { insideOf } from "./presence";

export interface Marking {
  last: Mark | undefined;
  /** What a mark of this patient sends: what the page showed goes with it, so that the server refuses it where that is old. */
  markOf: (comer: Comer, attendance: Mark["attendance"]) => Mark;
  onMarked: (mark: Mark) => void;
}

const known = ["arrived", "called", "done", "absent"] as const;

/** As the server names it; nothing where a later server says something else. */
function attendanceOf({ attendance }: Comer): Mark["attendance"] {
  return known.find((one) => one === attendance) ?? null;
}

export function useMarking(day: Today): Marking {
  const [last, setLast] = useState<Mark>();
  return {
    last,
    markOf: (comer, attendance) => {
      const inside = attendance === "called" ? insideOf(day) : undefined;
      const { _id: id, patient_name: name } = comer;
      return { id, name, attendance, was: attendanceOf(comer), sentOut: inside?._id };
    },
    // What was undone is not offered to be undone.
    onMarked: (mark) => setLast(mark.isUndo ? undefined : mark),
  };
}

/** Takes a mark back, and calls in again whom it sent out. */
export function undoOf({ id, name, attendance, was, sentOut }: Mark): Mark {
  return { id, name, attendance: was, was: attendance, recall: sentOut, isUndo: true };
}

/** What was marked, in words. */
export function saidOf({ name, attendance }: Mark): string {
  const state = {
    arrived: m.queue_is_arrived,
    called: m.queue_is_called,
    done: m.queue_is_done,
    absent: m.queue_absent,
  };
  return m.queue_marked({ name, state: attendance ? state[attendance]() : m.queue_is_expected() });
}
