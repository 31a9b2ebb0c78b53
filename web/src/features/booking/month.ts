/** The month's bookings as their chart wants them, and the made-up ones of an installation without any visit yet. */
import type { Dashboard } from "./api/doctor";

const sampleMonth = { pending: 14, checked: 58, rejected: 6, cancelled: 4 };

export function monthOf({ month, sample }: Dashboard): Omit<Dashboard["month"], "total"> {
  return sample ? sampleMonth : month;
}
