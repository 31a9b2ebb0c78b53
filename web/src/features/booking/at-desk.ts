/** Whose day it is and who runs it: the doctor on their own pages, or somebody at the desk on theirs. */
import { idOf } from "../../lib/session";
import type { DeskDoctor } from "./api/desk";

export interface AtDesk {
  docId: string;
  /** As whom the server is asked. */
  role: "doctor" | "desk";
  /** What the desk is told of the doctor. */
  doctor?: DeskDoctor;
}

/** A doctor's own pages. */
export const ownDesk = (): AtDesk => ({ docId: idOf("doctor") ?? "", role: "doctor" });

/** The doctor who was chosen; the only one needs no choice. */
export function deskOf(doctors: readonly DeskDoctor[], chosen: string): AtDesk | undefined {
  const doctor = doctors.find(({ _id }) => _id === chosen) ?? (doctors.length === 1 ? doctors[0] : undefined);
  return doctor && { docId: doctor._id, role: "desk", doctor };
}
