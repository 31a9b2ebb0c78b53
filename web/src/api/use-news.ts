/** Asks anew when the server says that something has changed, as long as the tab is in sight. */
import { type Query, type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import * as v from "valibot";
import type { Role } from "../lib/session";
import { followEvents } from "./events";
import { pollingInterval } from "./polling";

interface News {
  /** The stream of the server's events. */
  path: string;
  role: Role;
  /** The event that matters. */
  topic: string;
  /** What may be different then. */
  queryKey: QueryKey;
}

const standingShape = v.variant("standing", [
  v.object({ standing: v.literal("lasting") }),
  v.object({ standing: v.literal("ending"), seconds: v.number(), canStay: v.boolean() }),
]);

/** The session is about to end. */
export interface SessionEnding {
  seconds: number;
  /** Whether any use prolongs it. */
  canStay: boolean;
}

/** What the server says of the session; none while it lasts. A later server's other words are no reason to stop listening. */
function readEnding(data: string): SessionEnding | undefined {
  const told = v.safeParse(v.pipe(v.string(), v.parseJson(), standingShape), data);
  return told.success && told.output.standing === "ending" ? told.output : undefined;
}

/** Not the pages of a long list, which would all be fetched: it says that it is old (`LoadedList`), and how to see what is new. */
function isShort({ state: { data } }: Query): boolean {
  const parsed = v.safeParse(v.object({ pages: v.array(v.unknown()) }), data);
  return !parsed.success || parsed.output.pages.length <= 1;
}

const isFirst = ({ state: { data, fetchStatus } }: Query) => data === undefined && fetchStatus === "fetching";

/**
 * Asks anew for what is shown. A first load that is under way would only be joined, though it may have been read before what
 * happened: it is asked for again once it has ended.
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

/** What to tell of the session's end, and how to stay: somebody asks, so that it was used. */
export function useNews({ path, role, topic, queryKey }: News) {
  const isVisible = useVisible();
  const [ending, setEnding] = useState<SessionEnding>();
  const [isStreaming, setStreaming] = useState(false);
  const queries = useQueryClient();
  const ask = useEffectEvent(() => void refresh(queries, queryKey));

  useEffect(() => {
    if (!isVisible) return;
    const stop = followEvents({
      path,
      role,
      onEvent: (heard, data) => {
        if (heard === topic) ask();
        if (heard === "session") setEnding(readEnding(data));
      },
      onOpenChange: (isOpen) => {
        setStreaming(isOpen);
        // What happened before the stream was open was not heard.
        if (isOpen) ask();
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
    const timer = window.setInterval(() => ask(), pollingInterval);
    return () => window.clearInterval(timer);
  }, [isVisible, isStreaming]);

  function stay(): void {
    setEnding(undefined);
    void refresh(queries, queryKey);
  }
  return { ending, stay };
}
