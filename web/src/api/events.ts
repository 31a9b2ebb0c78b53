/** Follows a stream of the server's events. Read with `fetch`: an EventSource cannot carry a token but in its address. */
import { createParser } from "eventsource-parser";
import { expire, type Role, tokenOf } from "../lib/session";
import { backOff } from "./call-defaults";

interface Following {
  path: string;
  /** Whose token is shown, */
  role?: Role;
  /** or the token of a link. */
  link?: string;
  /** What has changed, in a word. What it looks like now is asked for with the usual calls; only `session` brings its data. */
  onEvent: (topic: string, data: string) => void;
  /** While the stream is closed nothing is heard: the follower has to ask by itself. */
  onOpenChange: (isOpen: boolean) => void;
  /** The server refuses the stream for good: the link or the session has ended. */
  onRefused?: () => void;
}

const second = 1_000;

/** The server sends a sign of life every 20 seconds; a connection without one for so long is dead. */
export const longestSilence = 45 * second;

/** A stream that was open for so long is a good one; one that opens only to end is a failure like any other. */
export const steadyAfter = 30 * second;

/** Connects, and connects again whenever the stream ends, until the server refuses it or the returned function is called. */
export function followEvents(following: Following): () => void {
  const stopped = new AbortController();
  void followUntil(stopped.signal, following);
  return () => stopped.abort();
}

async function followUntil(stopped: AbortSignal, following: Following): Promise<void> {
  let failures = 0;
  let isRefused = false;
  while (!stopped.aborted && !isRefused) {
    let openSince = Number.POSITIVE_INFINITY;
    try {
      isRefused = await readStream(stopped, following, () => {
        openSince = Date.now();
        following.onOpenChange(true);
      });
    } catch {
      // No connection, or one that broke: the next try will tell.
    }
    if (stopped.aborted) return;
    following.onOpenChange(false);
    failures = Date.now() - openSince >= steadyAfter ? 1 : failures + 1;
    if (isRefused) following.onRefused?.();
    else await pause(backOff(failures, Math.random()), stopped);
  }
}

async function readStream(
  stopped: AbortSignal,
  { path, role, link, onEvent }: Following,
  onOpen: () => void,
): Promise<boolean> {
  const connection = new AbortController();
  const close = () => connection.abort();
  stopped.addEventListener("abort", close, { once: true });
  let silence = window.setTimeout(close, longestSilence);
  try {
    const token = link ?? (role && tokenOf(role)) ?? "";
    const response = await fetch(path, {
      headers: { Accept: "text/event-stream", Authorization: `Bearer ${token}` },
      signal: connection.signal,
    });
    if (role && response.status === 401) expire(role, token);
    // The link or the session has ended, or was never good: the same again is refused again.
    if ([401, 403, 404, 410].includes(response.status)) return true;
    if (!response.ok || !response.body) return false;
    onOpen();
    const parser = createParser({ onEvent: ({ event, data }) => onEvent(event ?? "message", data) });
    const text = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await text.read(); !chunk.done; chunk = await text.read()) {
      window.clearTimeout(silence);
      silence = window.setTimeout(close, longestSilence);
      parser.feed(chunk.value);
    }
    return false;
  } finally {
    window.clearTimeout(silence);
    stopped.removeEventListener("abort", close);
    close();
  }
}

function pause(length: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    function end(): void {
      window.clearTimeout(timer);
      stopped.removeEventListener("abort", end);
      resolve();
    }
    const timer = window.setTimeout(end, length);
    stopped.addEventListener("abort", end);
  });
}
