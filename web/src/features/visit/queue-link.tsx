/** The frame of the two pages that show a queue by a link: live by an event stream, else polled. */
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
  /** The stream of the server's events. */
  path: string;
  /** The view with a new queue; undefined if it must be loaded again. */
  change: (before: Data, told: Told) => Data | undefined;
  /** Nothing can change any more: no polling and no stream. */
  isOver?: (data: Data) => boolean;
  /** In place of the page, once the link has ended. */
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
    next: (before, told) => {
      const queue = readBoard(told);
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
const patience = 2 * POLLING_INTERVAL_MS;
/** The time of the last answer, if it is too old. */
function useLostSince(isOpen: boolean, answeredAt: number): number | undefined {
  const now = useTick();
  const [heardAt, setHeardAt] = useState(now);
  if (isOpen && heardAt !== now) setHeardAt(now);
  const last = Math.max(heardAt, answeredAt);
  return !isOpen && now - last > patience ? last + serverNow() - Date.now() : undefined;
}
