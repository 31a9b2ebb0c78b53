/** The doctor for whom the desk works: the id is in the address. */
import { useFilters } from "./address";

const params = { doctor: {} };

export const useChosenDoctor = () => useFilters(params).filters.doctor;

/** A page of the desk for one doctor; without a doctor it asks which one. */
export function atDeskOf(path: string, doctorId: string): string {
  return doctorId === "" ? path : `${path}?doctor=${encodeURIComponent(doctorId)}`;
}
