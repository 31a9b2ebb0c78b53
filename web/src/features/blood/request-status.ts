/** A request's states as its requester reads them. */
import type { BadgeTone } from "../../components/badge";
import { m } from "../../paraglide/messages";

const statuses: Record<string, { tone: BadgeTone; label: () => string }> = {
  Unconfirmed: { tone: "waiting", label: m.blood_status_unconfirmed },
  Open: { tone: "checked", label: m.blood_status_open },
  Matched: { tone: "good", label: m.blood_status_matched },
  Fulfilled: { tone: "good", label: m.blood_status_fulfilled },
  Closed: { tone: "quiet", label: m.blood_status_closed },
  Expired: { tone: "quiet", label: m.blood_status_expired },
};

export function requestStatus(status: string): { tone: BadgeTone; label: string } {
  const known = statuses[status];
  return { tone: known?.tone ?? "quiet", label: known?.label() ?? status };
}
