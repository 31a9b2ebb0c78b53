import type { QueryClient } from "@tanstack/react-query";

/**
 * After doctors changed something about themselves or their times: patients' pages and their own lists are fetched
 * anew when they are next seen. The page that waits here waits only for its own part.
 */
export async function refreshDoctor(
  queries: QueryClient,
  docId: string,
  part: "profile" | "schedule",
): Promise<void> {
  queries.removeQueries({ queryKey: ["doctors"], type: "inactive" });
  void queries.invalidateQueries({
    queryKey: ["doctor", docId],
    predicate: ({ queryKey }) => queryKey[2] !== part,
  });
  await queries.invalidateQueries({ queryKey: ["doctor", docId, part] });
}
