/** What the pages know of the server: one cache for all of them, and for what stands around them in the staff areas. */
import { QueryClient } from "@tanstack/react-query";
import { callDefaults } from "../api/call-defaults";

export const queryClient = new QueryClient({ defaultOptions: callDefaults });
