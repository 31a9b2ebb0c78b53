import type { QueryClient } from "@tanstack/react-query";

/** Everything that the administrator's pages know of the server hangs below this key. */
export const adminKey = "admin";

/** How many rows of a list come at once. */
export const rowsPerPage = "25";

/** After a decision, and when the server says that something has changed. */
export function refreshAdminLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [adminKey] });
}
