import { m } from "../../paraglide/messages";
import type { UserDetail } from "./api";
import type { ListedVisit } from "./components/visit-list";

/** What a user has booked and is still to come. */
export function visitsOfUser({ bookings }: UserDetail): ListedVisit[] {
  return bookings.coming.map(({ _id, startsAt, time, status, doctor, patient_name }) => ({
    _id,
    startsAt,
    time,
    status,
    who: `${patient_name} · ${m.doctor_name({ name: doctor })}`,
  }));
}
