import { rupees } from "../../lib/money";
import { m } from "../../paraglide/messages";
import type { FoundDoctor } from "./api/find";

/** The heading of the list. From 25 on the product says "25+". */
export function doctorsAvailable(total: number): string {
  return total >= 25 ? m.find_count_many() : m.find_count({ count: total });
}

/** What a visit costs: from the lowest to the highest, where the doctor's sessions differ. */
export function feeText({
  sessions,
  consultation_Fee,
}: Pick<FoundDoctor, "sessions" | "consultation_Fee">): string {
  const fees = sessions.length > 0 ? sessions.map(({ fee }) => fee) : [consultation_Fee];
  const [lowest, highest] = [Math.min(...fees), Math.max(...fees)];
  return lowest === highest ? rupees(lowest) : `${rupees(lowest)} – ${rupees(highest)}`;
}
