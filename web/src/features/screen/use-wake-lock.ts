/** Keeps the display on while the page is in sight. */
import { useEffect } from "react";

/** Browsers without wake locks, or in battery saver, refuse it: the page works without. */
async function requestLock(): Promise<WakeLockSentinel | undefined> {
  try {
    return await navigator.wakeLock?.request("screen");
  } catch {
    return undefined;
  }
}

export function useWakeLock(): void {
  useEffect(() => {
    let isOver = false;
    let lock: WakeLockSentinel | undefined;

    // The browser releases a lock when the page is hidden.
    async function renew(): Promise<void> {
      if (document.visibilityState !== "visible" || (lock && !lock.released)) return;
      lock = await requestLock();
      if (isOver) void lock?.release();
    }

    void renew();
    document.addEventListener("visibilitychange", renew);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", renew);
      void lock?.release();
    };
  }, []);
}
