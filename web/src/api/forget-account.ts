/** Removes what this device keeps of an account besides its session. Called when a session has ended. */
import { storedSessions } from "../lib/session";
import { tellWorker } from "./worker";

/** The copies are deleted here as well, because the worker may not run. */
export function forgetAccount(): void {
  tellWorker({ kind: "forget", isLast: storedSessions().length === 0 });
  if (!("caches" in window)) return;
  const isSeen = (name: string) => name.startsWith("seen-");
  window.caches
    .keys()
    .then((names) => Promise.all(names.filter(isSeen).map((name) => window.caches.delete(name))))
    .catch(() => undefined);
}
