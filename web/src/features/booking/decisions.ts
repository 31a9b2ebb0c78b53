/** What the doctor has decided and the server has not yet confirmed: the lists show it at once. */
import type { DoctorBooking } from "./api/doctor";

export interface Decision {
  kind: "approve" | "reject";
  booking: DoctorBooking;
  reason?: string;
}

export interface Lists {
  pending: readonly DoctorBooking[];
  upcoming: readonly DoctorBooking[];
}

/** The server's lists as they will be. Should it refuse, they are simply the server's again. */
export function withDecisions({ pending, upcoming }: Lists, decisions: readonly Decision[]): Lists {
  const decided = new Set(decisions.map(({ booking }) => booking._id));
  const known = new Set(upcoming.map(({ _id }) => _id));
  const approved = decisions
    .filter(({ kind, booking }) => kind === "approve" && !known.has(booking._id))
    .map(({ booking }) => ({ ...booking, status: "Checked" }));
  return {
    pending: pending.filter(({ _id }) => !decided.has(_id)),
    upcoming: [...upcoming, ...approved].sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1)),
  };
}
