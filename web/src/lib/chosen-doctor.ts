/** The doctor for whom the desk works: the id is in the address. */
import { useFilters } from "./address";

const params = { doctor: {} };

export const useChosenDoctor = () => useFilters(params).filters.doctor;

/** A page of the desk for one doctor; without one it asks for whom. */
export function atDeskOf(path: string, doctorId: string): string {
  return doctorId === "" ? path : `${path}?doctor=${encodeURIComponent(doctorId)}`;
}
