import { Badge, type BadgeTone } from "../../../components/badge";
import { m } from "../../../paraglide/messages";
import { type OwnStateName, ownState } from "../own-state";

const tones: Record<OwnStateName, BadgeTone> = {
  waiting: "waiting",
  confirmed: "checked",
  done: "quiet",
  missed: "bad",
  declined: "bad",
  unanswered: "bad",
  cancelled: "quiet",
};

const labels: Record<OwnStateName, () => string> = {
  waiting: m.own_waiting,
  confirmed: m.own_confirmed,
  done: m.own_done,
  missed: m.own_missed,
  declined: m.own_declined,
  unanswered: m.status_unanswered,
  cancelled: m.status_cancelled,
};

/** The booking's state in the words for patients. */
export const ownStateLabel = (booking: Parameters<typeof ownState>[0]) => labels[ownState(booking)]();

export function OwnState({ booking }: { booking: Parameters<typeof ownState>[0] }) {
  const state = ownState(booking);
  return <Badge tone={tones[state]}>{labels[state]()}</Badge>;
}
