/** The frame of the two pages that show a queue by a link: updated by an event stream, or by polling without it. */
import type { UseQueryOptions } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { POLLING_INTERVAL_MS } from "../../api/polling";
import { linkEnded } from "../../api/problem";
import { useLinkToken } from "../../api/use-link";
import { useLiveQuery } from "../../api/use-live-query";
import { LinkPage } from "../../components/link-page";
import { LinkButton } from "../../components/links";
import { paths } from "../../lib/paths";
import { serverNow, useTick } from "../../lib/server-clock";
import { m } from "../../messages";
import { readBoard, type Told } from "./api";

interface QueueLinkProps<Data> {
  ask: (token: string) => UseQueryOptions<Data>;
  /** The path of the server's event stream. */
  path: string;
  /** The new data after an event; undefined if it must be loaded again. */
  change: (before: Data, told: Told) => Data | undefined;
  /** The data can change no more: polling and stream end. */
  isOver?: (data: Data) => boolean;
  /** Shown instead of the page once the link has ended. */
  whenEnded?: ReactNode;
  /** `since`: when the connection was lost; the data is from then. `answeredAt`: the device's time when the data came. */
  children: (data: Data, since: number | undefined, answeredAt: number) => ReactNode;
}

export function QueueLink<Data>({ ask, path, change, isOver, whenEnded, children }: QueueLinkProps<Data>) {
  const { token, isCut } = useLinkToken();
  const { load, isOpen } = useLiveQuery({
    query: ask(token),
    path,
    link: token,
    topic: "queue",
    isOver,
    next: (before, event) => {
      const queue = readBoard(event);
      return queue && change(before, queue);
    },
  });
  const since = useLostSince(isOpen, load.dataUpdatedAt);

  const hasEnded = isCut || linkEnded(load.error);
  if (hasEnded && whenEnded !== undefined) return whenEnded;

  const home = (
    <LinkButton tone="quiet" to={paths.home}>
      {m.nav_home()}
    </LinkButton>
  );
  return (
    <LinkPage load={load} isOver={hasEnded} over={{ text: m.queue_link_ended(), children: home }} look="h-60">
      {(data) => children(data, since, load.dataUpdatedAt)}
    </LinkPage>
  );
}

/** Longer than a stream or a poll needs to recover. */
const lostThreshold = 2 * POLLING_INTERVAL_MS;
/** The last time at which the stream was open or a poll was answered, if it is too old. */
function useLostSince(isOpen: boolean, answeredAt: number): number | undefined {
  const now = useTick();
  const [heardAt, setHeardAt] = useState(now);
  if (isOpen && heardAt !== now) setHeardAt(now);
  const last = Math.max(heardAt, answeredAt);
  return !isOpen && now - last > lostThreshold ? last + serverNow() - Date.now() : undefined;
}
