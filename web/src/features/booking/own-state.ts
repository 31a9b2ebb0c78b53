/** The state of a booking in the words for patients; the API's values and the clinics' tables keep theirs. */
interface Booked {
  status: string;
  unanswered?: boolean;
  attendance?: string | null;
  /** Whether the visit is still ahead or going on, as the server says. */
  ahead?: boolean;
}

export type OwnStateName =
  | "waiting"
  | "confirmed"
  | "done"
  | "missed"
  | "declined"
  | "unanswered"
  | "cancelled";

export function ownState({ status, unanswered = false, attendance, ahead = true }: Booked): OwnStateName {
  if (status === "Pending") return "waiting";
  if (status === "Rejected") return unanswered ? "unanswered" : "declined";
  if (status === "Cancelled") return "cancelled";
  if (attendance === "absent") return "missed";
  return attendance === "done" || !ahead ? "done" : "confirmed";
}
