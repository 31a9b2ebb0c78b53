/** The frame of the two pages that show a queue by a link: they hear of changes, and ask by themselves where they cannot. */
import type { UseQueryOptions } from "@tanstack/react-query";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { pollingInterval } from "../../../api/polling";
import { linkEnded } from "../../../api/problem";
import { useFollowed } from "../../../api/use-followed";
import { useLinkToken } from "../../../api/use-link";
import { LinkPage } from "../../../components/link-page";
import { LinkButton } from "../../../components/links";
import { paths } from "../../../lib/paths";
import { serverNow } from "../../../lib/server-clock";
import { m } from "../../../paraglide/messages";
import { type Board, readBoard } from "../api/queue";

interface QueueLinkProps<Data> {
  ask: (token: string) => UseQueryOptions<Data>;
  /** The stream of the server's events. */
  path: string;
  /** What is shown once the queue is this; nothing where it has to be asked for. */
  change: (before: Data, queue: Board) => Data | undefined;
  /** Nothing changes any more: nobody asks, and nobody listens. */
  isOver?: (data: Data) => boolean;
  /** In place of the page, once the link has ended. */
  whenEnded?: ReactNode;
  /** `since` is when the line was lost, if it is: what is shown is as old. */
  children: (data: Data, since: number | undefined) => ReactNode;
}

export function QueueLink<Data>({ ask, path, change, isOver, whenEnded, children }: QueueLinkProps<Data>) {
  const { token, isCut } = useLinkToken();
  const { load, isOpen } = useFollowed({
    asked: ask(token),
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
      {m.back_to_home()}
    </LinkButton>
  );
  return (
    <LinkPage load={load} isOver={hasEnded} over={{ text: m.queue_link_ended(), children: home }} look="h-60">
      {(data) => children(data, since)}
    </LinkPage>
  );
}

/** So long a page may be silent: a stream that breaks is there again sooner, and so is an answer. */
const patience = 2 * pollingInterval;
const tick = 5_000;

function everyTick(listener: () => void): () => void {
  const timer = window.setInterval(listener, tick);
  return () => window.clearInterval(timer);
}

/** Since when nothing was heard, once that is too long ago. */
function useLostSince(isOpen: boolean, answeredAt: number): number | undefined {
  const now = useSyncExternalStore(
    everyTick,
    () => Math.floor(Date.now() / tick) * tick,
    () => 0,
  );
  const [heardAt, setHeardAt] = useState(now);
  if (isOpen && heardAt !== now) setHeardAt(now);
  const last = Math.max(heardAt, answeredAt);
  // As people read it.
  return !isOpen && now - last > patience ? last + serverNow() - Date.now() : undefined;
}
