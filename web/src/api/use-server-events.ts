/** Refetches queries when the server's event stream says that something has changed, while the tab is visible. */
import { type Query, type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import * as v from "valibot";
import type { Role } from "../lib/session";
import { openEventStream } from "./events";
import { POLLING_INTERVAL_MS } from "./polling";

interface News {
  /** The path of the event stream. */
  path: string;
  role: Role;
  /** The name of the event that matters. */
  topic: string;
  /** The key of the queries whose data may be different after the event. */
  queryKey: QueryKey;
}

const standingShape = v.variant("standing", [
  v.object({ standing: v.literal("lasting") }),
  v.object({ standing: v.literal("ending"), seconds: v.number(), canStay: v.boolean() }),
]);

/** The session is about to end. */
export interface SessionEnding {
  seconds: number;
  /** Whether any request prolongs it. */
  canStay: boolean;
}

/** The session's announced end, if any. Unknown data of a newer server is ignored. */
function readEnding(data: string): SessionEnding | undefined {
  const told = v.safeParse(v.pipe(v.string(), v.parseJson(), standingShape), data);
  return told.success && told.output.standing === "ending" ? told.output : undefined;
}

/** A list of several pages is not refetched as a whole: it is marked as old, and `LoadedList` offers to refresh it. */
function isShort({ state: { data } }: Query): boolean {
  const parsed = v.safeParse(v.object({ pages: v.array(v.unknown()) }), data);
  return !parsed.success || parsed.output.pages.length <= 1;
}

const isFirst = ({ state: { data, fetchStatus } }: Query) => data === undefined && fetchStatus === "fetching";

/**
 * Refetches the active queries. A running first load may have been read before the event, and a refetch would only join it: it is fetched
 * once more afterwards.
 */
export async function refresh(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const firstLoads = queries.getQueryCache().findAll({ queryKey, type: "active", predicate: isFirst });
  const isLong = (query: Query) => query.isActive() && !isShort(query);
  queries.setQueriesData<object>({ queryKey, predicate: isLong }, (list) => list && { ...list, isOld: true });
  void queries.invalidateQueries({ queryKey, refetchType: "none" });
  await queries.refetchQueries({ queryKey, type: "active", predicate: isShort });
  for (const { queryKey } of firstLoads)
    void queries.refetchQueries({ queryKey, exact: true, type: "active" });
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

export function useVisible(): boolean {
  return useSyncExternalStore(
    onVisibility,
    () => document.visibilityState === "visible",
    () => false,
  );
}

/** Returns the announced end of the session, and `stay`, which sends a request so that the session is prolonged. */
export function useServerEvents({ path, role, topic, queryKey }: News) {
  const isVisible = useVisible();
  const [ending, setEnding] = useState<SessionEnding>();
  const [isStreaming, setStreaming] = useState(false);
  const queries = useQueryClient();
  const refetch = useEffectEvent(() => void refresh(queries, queryKey));

  useEffect(() => {
    if (!isVisible) return;
    const stop = openEventStream({
      path,
      role,
      onEvent: (heard, data) => {
        if (heard === topic) refetch();
        if (heard === "session") setEnding(readEnding(data));
      },
      onOpenChange: (isOpen) => {
        setStreaming(isOpen);
        // Events before the stream was open were missed.
        if (isOpen) refetch();
      },
    });
    return () => {
      stop();
      setStreaming(false);
      setEnding(undefined);
    };
  }, [path, role, topic, isVisible]);

  useEffect(() => {
    if (!isVisible || isStreaming) return;
    const timer = window.setInterval(() => refetch(), POLLING_INTERVAL_MS);
    return () => window.clearInterval(timer);
  }, [isVisible, isStreaming]);

  function stay(): void {
    setEnding(undefined);
    void refresh(queries, queryKey);
  }
  return { ending, stay };
}
