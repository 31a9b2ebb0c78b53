/** The query cache, shared by all pages and by the layout of the staff areas. */
import { QueryClient } from "@tanstack/react-query";
import { queryDefaults } from "../../api/query-defaults";
import { onGone } from "../../lib/session";

export const queryClient = new QueryClient({ defaultOptions: queryDefaults });

// Cached data belongs to the account that signs out.
if (!import.meta.env.SSR) onGone(() => queryClient.clear());
