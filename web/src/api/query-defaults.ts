/** Timeouts and retries of every query and mutation; an exception has a comment with its reason. */
import type { DefaultOptions } from "@tanstack/react-query";
import { NoAnswer } from "./problem";

const MAX_ATTEMPTS = 3;
const MAX_BACKOFF_S = 30;

/** Exponential backoff with jitter, in milliseconds. */
export function retryDelay(failures: number, random: number): number {
  const longest = Math.min(MAX_BACKOFF_S, 2 ** (failures - 1)) * 1_000;
  return longest * (0.5 + random / 2);
}

export const queryDefaults: DefaultOptions = {
  queries: {
    staleTime: 30_000,
    // Fails at once when offline, so that the page can show it; TanStack would pause the query without an error.
    networkMode: "always",
    // Only lost connections are retried: the server would give the same answer again.
    retry: (failures, error) =>
      failures < MAX_ATTEMPTS - 1 && error instanceof NoAnswer && error.outcome !== "nothing_sent",
    retryDelay: (failures) => retryDelay(failures + 1, Math.random()),
    // Also what was answered a moment ago: it may be a copy of the service worker.
    refetchOnReconnect: "always",
  },
  mutations: {
    // Writes are never queued or retried automatically.
    networkMode: "always",
    retry: false,
  },
};
