import { m } from "../paraglide/messages";
import { Badge } from "./badge";

/** Stands above every figure that is made up. */
export function SampleMark() {
  return <Badge tone="waiting">{m.sample_data()}</Badge>;
}
