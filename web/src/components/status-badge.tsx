import { m } from "../paraglide/messages";
import { Badge, type BadgeTone } from "./badge";

const statuses: Record<string, { tone: BadgeTone; label: () => string }> = {
  Pending: { tone: "waiting", label: m.status_pending },
  Checked: { tone: "checked", label: m.status_checked },
  Rejected: { tone: "bad", label: m.status_rejected },
  Cancelled: { tone: "quiet", label: m.status_cancelled },
};

export function StatusBadge({ status }: { status: string }) {
  const known = statuses[status];
  return <Badge tone={known?.tone ?? "quiet"}>{known?.label() ?? status}</Badge>;
}
