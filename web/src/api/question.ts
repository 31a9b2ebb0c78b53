/** Questions to the server, as TanStack Query's options: a key, and the call that answers it. */
import {
  type FetchQueryOptions,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";

/** What a call of the client comes back with; for anything else it has thrown. */
export type Call<Data> = Promise<{ data?: Data }>;

export async function answerTo<Data>(call: Call<Data>): Promise<Data> {
  const { data } = await call;
  if (data === undefined) throw new Error("an answer without a body");
  return data;
}

/** One thing. A call that nobody waits for any more is broken off. */
export function question<Data>(queryKey: QueryKey, call: (signal: AbortSignal) => Call<{ data: Data }>) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await answerTo(call(signal))).data,
  });
}

/** A list, a page at a time; the first has no cursor. */
export function list<Page extends { next?: string | null }>(
  queryKey: QueryKey,
  call: (cursor: string, signal: AbortSignal) => Call<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => answerTo(call(pageParam, signal)),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** A list that is searched or filtered: what was found before stays while the next is on its way. */
export function search<Page extends { next?: string | null }>(...asked: Parameters<typeof list<Page>>) {
  return { ...list<Page>(...asked), placeholderData: keepPreviousData };
}

/** For a list from which one goes on to read what was found, and comes back, to the place that one left. */
export const keptWhileReading = { gcTime: 30 * 60_000 };

/** Asks before anybody shows the answer, so that it is there with what shows it. A failure is told when it is asked again. */
export function useAskAhead() {
  const queries = useQueryClient();
  return useCallback(
    <Data>(asked: FetchQueryOptions<Data>) => void queries.prefetchQuery({ ...asked, retry: false }),
    [queries],
  );
}
