/** Provider of TanStack Query for the pages that need it; static pages do not download it. */
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { queryClient } from "./query-client";
import { toasts } from "./toasts";

export function QueryScope({ children }: { children: ReactNode }) {
  useEffect(() => {
    toasts.load().catch(() => undefined);
  }, []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
