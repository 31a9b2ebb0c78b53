/** Query options for TanStack Query: a key, and the call that answers it. */
import {
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import { showsCopies } from "../lib/program";

/** A successful call of the client; everything else is thrown. */
export type Call<Data> = Promise<{ data?: Data }>;

export async function dataOf<Data>(call: Call<Data>): Promise<Data> {
  const { data } = await call;
  if (data === undefined) throw new Error("a response without a body");
  return data;
}

/** One object. The call is aborted when its query is no longer used. */
export function query<Data>(queryKey: QueryKey, call: (signal: AbortSignal) => Call<{ data: Data }>) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await dataOf(call(signal))).data,
  });
}

/** A list with cursor pagination; the first page has no cursor. */
export function list<Page extends { next?: string | null }>(
  queryKey: QueryKey,
  call: (cursor: string, signal: AbortSignal) => Call<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => dataOf(call(pageParam, signal)),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** A list with a search or filters: the previous result stays until the next one is there. */
export function search<Page extends { next?: string | null }>(...args: Parameters<typeof list<Page>>) {
  return { ...list<Page>(...args), placeholderData: keepPreviousData };
}

/** For lists that people leave for a detail page and come back to at the same position. */
export const keptWhileReading = { gcTime: 30 * 60_000 };

/** Fetches a query into the cache before a component uses it. A failure shows when the component asks again. */
export function prefetchOne<Data>(queries: QueryClient, options: FetchQueryOptions<Data>): void {
  if (showsCopies()) return;
  void queries.prefetchQuery({ ...options, retry: false });
}

/** The same for the first page of a list. */
export function prefetchList<Page>(
  queries: QueryClient,
  options: FetchInfiniteQueryOptions<Page, Error, Page, QueryKey, string>,
): void {
  if (showsCopies()) return;
  void queries.prefetchInfiniteQuery({ ...options, retry: false });
}

export function usePrefetch() {
  const queries = useQueryClient();
  return useCallback(<Data>(options: FetchQueryOptions<Data>) => prefetchOne(queries, options), [queries]);
}

/** Puts an object that a list already has into the cache of its own query, unless that has one. */
export function useSeed() {
  const queries = useQueryClient();
  return useCallback(
    <Data>({ queryKey }: { queryKey: QueryKey }, data: Data) =>
      queries.setQueryData<Data>(queryKey, (known) => known ?? data),
    [queries],
  );
}
