/** The administrator's part of the top bar, with the cache that the pages have. */
import { QueryClientProvider } from "@tanstack/react-query";
import { TopBar } from "../../features/admin/bar/top-bar";
import { queryClient } from "../query-client";

export function AdminBar() {
  return (
    <QueryClientProvider client={queryClient}>
      <TopBar />
    </QueryClientProvider>
  );
}
