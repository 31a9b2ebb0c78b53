/** The query cache, shared by all pages and by the layout of the staff areas. */
import { QueryClient } from "@tanstack/react-query";
import { queryDefaults } from "../../api/query-defaults";
import { onGone } from "../../lib/session";

export const queryClient = new QueryClient({ defaultOptions: queryDefaults });

if (!import.meta.env.SSR) {
  // Cached data belongs to the account that signs out.
  onGone(() => queryClient.clear());
  // The service worker keeps what passes through it (`app/offline.tsx`).
  window.addEventListener("workerready", () => void queryClient.refetchQueries({ type: "active" }));
}
