import { m } from "../../paraglide/messages";

export function pharmaciesFound(total: number): string {
  return total === 1 ? m.medicines_count_one() : m.medicines_count({ count: total });
}
