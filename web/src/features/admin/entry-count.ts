import { grouped } from "../../lib/money";
import { m } from "../../paraglide/messages";

/** How many rows a list has in all, in words. */
export function entryCount(total: number): string {
  return total === 1 ? m.admin_home_entries_one() : m.admin_home_entries({ count: grouped(total) });
}
