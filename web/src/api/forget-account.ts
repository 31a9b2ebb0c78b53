/** Removes what this device keeps of an account besides its session. Called when a session has ended. */
import { storedSessions } from "../lib/session";
import { tellWorker } from "./worker";

export function forgetAccount(): void {
  forgetCopies();
  // The browser's one subscription may be of another role that is still signed in. The server has ended that of the session.
  if (storedSessions().length === 0) unsubscribe().catch(() => undefined);
  closeNotifications().catch(() => undefined);
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** Those on the screen lead to pages of the account's visits. */
async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = await registration?.getNotifications?.();
  for (const notification of shown ?? []) notification.close();
}

/** The pages and answers that the service worker keeps, also where the worker does not run. */
function forgetCopies(): void {
  tellWorker({ kind: "forget" });
  if (!("caches" in window)) return;
  const isSeen = (name: string) => name.startsWith("seen-");
  window.caches
    .keys()
    .then((names) => Promise.all(names.filter(isSeen).map((name) => window.caches.delete(name))))
    .catch(() => undefined);
}
