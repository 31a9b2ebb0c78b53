/** A query by link that is kept current by an event stream while the tab is visible, and by polling while the stream is closed. */
import { type UseQueryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { programVersion } from "../lib/program";
import { serverNow } from "../lib/server-clock";
import { openEventStream } from "./events";
import { pollingDelay } from "./polling";
import { isDecided } from "./problem";
import { refresh, useVisible } from "./use-server-events";
import { tellWorker } from "./worker";

interface Followed<Data> {
  query: UseQueryOptions<Data>;
  /** The path of the event stream. */
  path: string;
  /** The token of the link; without one nothing is requested. */
  link: string;
  /** The name of the event that matters. */
  topic: string;
  /** The data can change no more: polling and the stream stop. */
  isOver?: (data: Data) => boolean;
  /** The new data, computed from the event; undefined where it has to be fetched. */
  next: (before: Data, event: string) => Data | undefined;
}

/** Its load, and whether the stream is open. */
export function useLiveQuery<Data>({ query, path, link, topic, isOver, next }: Followed<Data>) {
  const queries = useQueryClient();
  const isVisible = useVisible();
  const [isOpen, setOpen] = useState(false);
  const hear = useEffectEvent((event: string) => {
    const before = queries.getQueryData<Data>(query.queryKey);
    const after = before === undefined ? undefined : next(before, event);
    if (after === undefined) return void refresh(queries, query.queryKey);
    queries.setQueryData<Data>(query.queryKey, () => after);
    // The service worker has the answer from before the event: it stores the new state in its place.
    const body = { message: "", data: after };
    tellWorker({
      kind: "answer",
      version: programVersion(),
      path: path.replace(/\/events$/, ""),
      token: link,
      body,
      at: serverNow(),
    });
  });
  /** The query's error says why it has ended. */
  const refetchReason = useEffectEvent(() => void refresh(queries, query.queryKey));

  const load = useQuery({
    ...query,
    enabled: link !== "",
    refetchInterval: ({ state }) =>
      isOpen || (state.data !== undefined && isOver?.(state.data)) ? false : pollingDelay({ state }),
    // The last data stays on the screen while the server is not reachable.
    gcTime: Number.POSITIVE_INFINITY,
  });
  const isEnded = isDecided(load.error) || (load.data !== undefined && isOver?.(load.data) === true);

  useEffect(() => {
    if (!isVisible || link === "" || isEnded) return;
    const stop = openEventStream({
      path,
      link,
      onEvent: (heard, data) => {
        if (heard === topic) hear(data);
      },
      onOpenChange: setOpen,
      onRefused: refetchReason,
    });
    return () => {
      stop();
      setOpen(false);
    };
  }, [path, link, topic, isVisible, isEnded]);

  return { load, isOpen };
}
