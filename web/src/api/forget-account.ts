/** Removes what this device keeps of an account besides its session: at a logout, and when the session ends. */
import { tellWorker } from "./worker";

/** Called while the tokens of a logout are still there, and again after each end of a session. */
export function forgetAccount(): void {
  forgetCopies();
  // Without it the server still sends nothing more.
  unsubscribe().catch(() => undefined);
}

/** Ends the notifications of this browser: nothing that comes for it is shown any more. The server ends them with the session. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
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
