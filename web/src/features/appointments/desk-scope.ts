/** The doctor whose pages are shown: the own ones, or those that the desk has chosen. */
import { useQuery } from "@tanstack/react-query";
import { useChosenDoctor } from "../../lib/chosen-doctor";
import { idOf } from "../../lib/session";
import { type DeskDoctor, type DeskScope, deskDoctorsQuery } from "./api";

export const ownScope = (): DeskScope => ({ docId: idOf("doctor") ?? "", role: "doctor" });

/** The chosen doctor, or the only one. */
export function deskScopeOf(doctors: readonly DeskDoctor[], chosen: string): DeskScope | undefined {
  const doctor = doctors.find(({ _id }) => _id === chosen) ?? (doctors.length === 1 ? doctors[0] : undefined);
  return doctor && { docId: doctor._id, role: "desk", doctor };
}

/** The doctor whom the desk has chosen; undefined until known. */
export function useDeskScope(): DeskScope | undefined {
  const chosen = useChosenDoctor();
  return deskScopeOf(useQuery(deskDoctorsQuery()).data ?? [], chosen);
}
