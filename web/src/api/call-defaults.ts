/** How every call behaves on a bad line. The app's one cache has these defaults; a call of its own mind says why. */
import type { DefaultOptions } from "@tanstack/react-query";
import { NoAnswer } from "./problem";

const tries = 3;
const second = 1_000;

/** How long to wait before the next try: twice as long after every failure, up to half a minute, and not for everybody at the same moment. */
export function backOff(failures: number, random: number): number {
  const longest = Math.min(30, 2 ** (failures - 1)) * second;
  return longest * (0.5 + random / 2);
}

export const callDefaults: DefaultOptions = {
  queries: {
    staleTime: 30_000,
    // Tried at once, so that a missing connection is told at once. "Paused" would be a page that waits without a word.
    networkMode: "always",
    // Only a lost line is worth another try: what the server said it says a moment later too.
    retry: (failures, error) =>
      failures < tries - 1 && error instanceof NoAnswer && error.outcome !== "nothing_sent",
    retryDelay: (failures) => backOff(failures + 1, Math.random()),
    refetchOnReconnect: true,
  },
  mutations: {
    // Nothing is kept to be sent later, and nothing is sent twice, unless somebody presses again.
    networkMode: "always",
    retry: false,
  },
};
