/** Settings of this installation for its notices, which the server writes into the head of every page. */
import { useSyncExternalStore } from "react";

/** Never changes while the page is open. */
const read = () => document.querySelector<HTMLMetaElement>('meta[name="notices"]');

const never = () => () => {};

/**
 * The versions of the privacy notice and of the terms, the grievance officer (`officer`, `email` and perhaps `phone`), and the retention of
 * personal data in days after the last use (`retention`). Empty while the page is prerendered, which does not know the installation.
 */
export function useNotices(): Readonly<DOMStringMap> {
  return useSyncExternalStore(never, read, () => null)?.dataset ?? {};
}
