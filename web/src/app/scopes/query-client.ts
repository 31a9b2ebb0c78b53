/** The query cache, shared by all pages and by the layout of the staff areas. */
import { QueryClient } from "@tanstack/react-query";
import { queryDefaults } from "../../api/query-defaults";
import { onGone } from "../../lib/session";

export const queryClient = new QueryClient({ defaultOptions: queryDefaults });

if (!import.meta.env.SSR) {
  // Cached data belongs to the account that signs out.
  onGone(() => queryClient.clear());
  // Dispatched by `app/offline.tsx`: the service worker has taken over, or the page shows copies.
  window.addEventListener("refetch", () => void queryClient.refetchQueries({ type: "active" }));
}
