import { Badge } from "../../../components/badge";
import { m } from "../../../paraglide/messages";

/** On each of two visits that meet. They were booked before that became impossible; the doctor decides what becomes of them. */
export function OverlapMark() {
  return <Badge tone="bad">{m.clinic_overlaps()}</Badge>;
}
