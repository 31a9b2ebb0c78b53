import { Badge } from "../../../components/badge";
import { m } from "../../../paraglide/messages";

/** Stands above every figure that is made up. */
export function SampleMark() {
  return <Badge tone="waiting">{m.sample_data()}</Badge>;
}
