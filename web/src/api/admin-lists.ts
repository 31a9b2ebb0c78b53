import type { QueryClient } from "@tanstack/react-query";

/** Everything that the administrator's pages know of the server hangs below this key. */
export const adminKey = "admin";

/** How many rows of a list come at once. */
export const rowsPerPage = "25";

/** After a decision. Not waited for: the dialog is done when the server has agreed. */
export function refreshAdminLists(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: [adminKey] });
}
