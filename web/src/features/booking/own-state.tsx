import { Badge, type BadgeTone } from "../../components/badge";
import { isByPhone } from "../../lib/words";
import { m } from "../../messages";

/** The state of a booking in words for patients. */
interface Booked {
  status: string;
  unanswered?: boolean;
  attendance?: string | null;
  /** Whether the visit is upcoming or running, by the server. */
  ahead?: boolean;
  /** "phone" for a visit at which the doctor calls. */
  mode?: string;
}

export type OwnStateName =
  | "waiting"
  | "confirmed"
  | "done"
  | "missed"
  | "unreached"
  | "declined"
  | "unanswered"
  | "cancelled";

export function ownState({
  status,
  unanswered = false,
  attendance,
  ahead = true,
  mode,
}: Booked): OwnStateName {
  if (status === "Pending") return "waiting";
  if (status === "Rejected") return unanswered ? "unanswered" : "declined";
  if (status === "Cancelled") return "cancelled";
  if (attendance === "absent") return isByPhone({ mode }) ? "unreached" : "missed";
  return attendance === "done" || !ahead ? "done" : "confirmed";
}

const tones: Record<OwnStateName, BadgeTone> = {
  waiting: "pending",
  confirmed: "checked",
  done: "quiet",
  missed: "bad",
  unreached: "bad",
  declined: "bad",
  unanswered: "bad",
  cancelled: "quiet",
};

const labels: Record<OwnStateName, () => string> = {
  waiting: m.booking_state_waiting,
  confirmed: m.booking_state_confirmed,
  done: m.booking_state_done,
  missed: m.booking_state_missed,
  unreached: m.booking_state_unreached,
  declined: m.booking_state_declined,
  unanswered: m.status_unanswered,
  cancelled: m.status_cancelled,
};

export const ownStateLabel = (booking: Parameters<typeof ownState>[0]) => labels[ownState(booking)]();

export function OwnState({ booking }: { booking: Parameters<typeof ownState>[0] }) {
  const state = ownState(booking);
  return <Badge tone={tones[state]}>{labels[state]()}</Badge>;
}
