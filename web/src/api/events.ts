/** A server-sent event stream with reconnects. Read with `fetch`, because an EventSource could send a token only in its address. */
import { createParser } from "eventsource-parser";
import { expire, type Role, tokenOf } from "../lib/session";
import { checkVersion } from "./handshake";
import { retryDelay } from "./query-defaults";

interface Following {
  path: string;
  /** Authenticates with the token of this role, */
  role?: Role;
  /** or with the token of a mailed link. */
  link?: string;
  /** Names what has changed; the data is fetched with the usual calls. Only `session` carries data. */
  onEvent: (topic: string, data: string) => void;
  /** While the stream is closed the caller has to poll. */
  onOpenChange: (isOpen: boolean) => void;
  /** The server refuses the stream permanently: the link or the session has ended. */
  onRefused?: () => void;
}

const second = 1_000;

/** The server sends a keep-alive every 20 seconds. */
export const STREAM_IDLE_TIMEOUT_MS = 45 * second;

/** A stream that was open this long resets the backoff; one that ends earlier counts as a failure. */
export const STREAM_STABLE_AFTER_MS = 30 * second;

/** Connects, and reconnects whenever the stream ends, until the server refuses it or the returned function is called. */
export function openEventStream(following: Following): () => void {
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
      // No connection, or a broken one: tried again after the backoff.
    }
    if (stopped.aborted) return;
    following.onOpenChange(false);
    failures = Date.now() - openSince >= STREAM_STABLE_AFTER_MS ? 1 : failures + 1;
    if (isRefused) following.onRefused?.();
    else await pause(retryDelay(failures, Math.random()), stopped);
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
  // Browsers keep no page with an open connection for Back. A page that is shown again connects again.
  window.addEventListener("pagehide", close);
  let silence = window.setTimeout(close, STREAM_IDLE_TIMEOUT_MS);
  try {
    const token = link ?? (role && tokenOf(role)) ?? "";
    const response = await fetch(path, {
      headers: { Accept: "text/event-stream", Authorization: `Bearer ${token}` },
      signal: connection.signal,
    });
    checkVersion(response);
    if (role && response.status === 401) expire(role, token);
    // The link or the session has ended, or was never valid: another request would be refused again.
    if ([401, 403, 404, 410].includes(response.status)) return true;
    if (!response.ok || !response.body) return false;
    onOpen();
    const parser = createParser({ onEvent: ({ event, data }) => onEvent(event ?? "message", data) });
    const text = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await text.read(); !chunk.done; chunk = await text.read()) {
      window.clearTimeout(silence);
      silence = window.setTimeout(close, STREAM_IDLE_TIMEOUT_MS);
      parser.feed(chunk.value);
    }
    return false;
  } finally {
    window.clearTimeout(silence);
    stopped.removeEventListener("abort", close);
    window.removeEventListener("pagehide", close);
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
