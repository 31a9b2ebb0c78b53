/** Messages to the service worker (`src/worker`); nowhere where there is none. */
import type { ToWorker } from "../lib/worker-messages";

export function tellWorker(message: ToWorker): void {
  // Not the controller: a page that was loaded past the worker has none.
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(message));
}
