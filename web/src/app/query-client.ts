/** What the pages know of the server: one cache for all of them, and for what stands around them in the staff areas. */
import { QueryClient } from "@tanstack/react-query";
import { callDefaults } from "../api/call-defaults";
import { onGone } from "../lib/session";

export const queryClient = new QueryClient({ defaultOptions: callDefaults });

// What was answered to somebody, and what they typed, goes with them.
if (!import.meta.env.SSR) onGone(() => queryClient.clear());
