/** Something by a link that the server tells of whenever it changes, as long as the tab is in sight. Without a stream it is asked for. */
import { type UseQueryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { followEvents } from "./events";
import { nextPoll } from "./polling";
import { isDecided } from "./problem";
import { refresh, useVisible } from "./use-news";

interface Followed<Data> {
  asked: UseQueryOptions<Data>;
  /** The stream of the server's events. */
  path: string;
  /** The token that opens it; without one nothing is asked. */
  link: string;
  /** The event that matters. */
  topic: string;
  /** Nothing changes any more: nobody asks, and nobody listens. */
  isOver?: (data: Data) => boolean;
  /** What it is now, by what was told; nothing where it has to be asked for. */
  next: (before: Data, told: string) => Data | undefined;
}

/** Its load, and whether the stream is open. */
export function useFollowed<Data>({ asked, path, link, topic, isOver, next }: Followed<Data>) {
  const queries = useQueryClient();
  const isVisible = useVisible();
  const [isOpen, setOpen] = useState(false);
  const hear = useEffectEvent((told: string) => {
    const before = queries.getQueryData<Data>(asked.queryKey);
    const after = before === undefined ? undefined : next(before, told);
    if (after !== undefined) queries.setQueryData<Data>(asked.queryKey, () => after);
    else void refresh(queries, asked.queryKey);
  });
  /** The answer says what has ended, without a wait for the next time. */
  const askWhy = useEffectEvent(() => void refresh(queries, asked.queryKey));

  const load = useQuery({
    ...asked,
    enabled: link !== "",
    refetchInterval: (query) =>
      isOpen || (query.state.data !== undefined && isOver?.(query.state.data)) ? false : nextPoll(query),
    // What is known stays on the screen while nothing answers.
    gcTime: Number.POSITIVE_INFINITY,
  });
  const isEnded = isDecided(load.error) || (load.data !== undefined && isOver?.(load.data) === true);

  useEffect(() => {
    if (!isVisible || link === "" || isEnded) return;
    const stop = followEvents({
      path,
      link,
      onEvent: (heard, data) => {
        if (heard === topic) hear(data);
      },
      onOpenChange: setOpen,
      onRefused: askWhy,
    });
    return () => {
      stop();
      setOpen(false);
    };
  }, [path, link, topic, isVisible, isEnded]);

  return { load, isOpen };
}
