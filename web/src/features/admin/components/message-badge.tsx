import { Badge } from "../../../components/badge";
import { messageStatuses } from "../message-status";

export function MessageBadge({ status }: { status: string }) {
  const known = messageStatuses.find(({ id }) => id === status);
  return known ? <Badge tone={known.tone}>{known.label()}</Badge> : null;
}
