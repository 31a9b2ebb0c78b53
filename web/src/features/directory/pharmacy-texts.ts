import { m } from "../../paraglide/messages";

export function pharmaciesFound(total: number): string {
  return m.medicines_count({ count: total });
}
