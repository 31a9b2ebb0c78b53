/** The frame of the two pages that show a queue by a link: they hear of changes, and ask by themselves where they cannot. */
import type { UseQueryOptions } from "@tanstack/react-query";
import { Link2Off } from "lucide-react";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { linkEnded } from "../../../api/problem";
import { useFollowed } from "../../../api/use-followed";
import { pollingInterval } from "../../../api/use-news";
import { LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { Note } from "../../../components/note";
import { Waiting } from "../../../components/waiting";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { type Board, readBoard } from "../api/queue";

interface QueueLinkProps<Data> {
  ask: (token: string) => UseQueryOptions<Data>;
  /** The stream of the server's events. */
  path: string;
  /** What is shown once the queue is this; nothing where it has to be asked for. */
  change: (before: Data, queue: Board) => Data | undefined;
  /** `since` is when the line was lost, if it is: what is shown is as old. */
  children: (data: Data, since: number | undefined) => ReactNode;
}

export function QueueLink<Data>({ ask, path, change, children }: QueueLinkProps<Data>) {
  const token = useLocation().hash.slice(1);
  const { load, isOpen } = useFollowed({
    asked: ask(token),
    path,
    link: token,
    topic: "queue",
    next: (before, told) => {
      const queue = readBoard(told);
      return queue && change(before, queue);
    },
  });
  const since = useLostSince(isOpen, load.dataUpdatedAt);

  if (token === "" || linkEnded(load.error)) {
    return (
      <div role="alert">
        <Note heading="h1" icon={Link2Off} title={m.reset_ended_title()} text={m.queue_link_ended()}>
          <LinkButton tone="quiet" to={paths.home}>
            {m.back_to_home()}
          </LinkButton>
        </Note>
      </div>
    );
  }
  const waiting = (
    <div className="page min-h-dvh max-w-3xl py-8 md:py-12">
      <Waiting line="h-9 w-80" className="mt-6 flex flex-col gap-6" blocks={2} look="h-60" />
    </div>
  );
  return (
    <Loaded isPage load={load} waiting={waiting}>
      {(data) => children(data, since)}
    </Loaded>
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
  return !isOpen && now - last > patience ? last : undefined;
}
