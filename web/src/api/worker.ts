/** Messages to the service worker (`src/worker`). Without one they are not sent. */
import type { ToWorker } from "../lib/worker-messages";

export function tellWorker(message: ToWorker): void {
  // By the registration: a page that was reloaded past the cache (Shift+Reload) has no `controller`.
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(message));
}
