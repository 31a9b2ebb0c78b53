import { m } from "../../paraglide/messages";

/** The heading of the list. From 25 on the product says "25+". */
export function doctorsAvailable(total: number): string {
  if (total >= 25) return m.find_count_many();
  return total === 1 ? m.find_count_one() : m.find_count_some({ count: total });
}
