import { m } from "../../paraglide/messages";

/** The heading of the list. From 25 on the product says "25+". */
export function doctorsAvailable(total: number): string {
  return total >= 25 ? m.find_count_many() : m.find_count({ count: total });
}
