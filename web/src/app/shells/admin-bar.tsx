/** The administrator's part of the top bar, with the pages' cache. */
import { QueryClientProvider } from "@tanstack/react-query";
import { TopBar } from "../../features/admin/bar/top-bar";
import { queryClient } from "../scopes/query-client";

export function AdminBar() {
  return (
    <QueryClientProvider client={queryClient}>
      <TopBar />
    </QueryClientProvider>
  );
}
