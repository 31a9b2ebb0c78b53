/** Settings of this installation for its notices, which the server writes into the head of every page. */
import { useSyncExternalStore } from "react";

/** Never changes while the page is open. */
const read = () => document.querySelector<HTMLMetaElement>('meta[name="notices"]');

const never = () => () => {};

/**
 * The versions of the privacy notice and of the terms, who answers grievances (`officer`, `email` and perhaps `phone`), and for how
 * many days what names somebody is kept after its last use (`retention`). Nothing while the page is prerendered, which knows no installation.
 */
export function useNotices(): Readonly<DOMStringMap> {
  return useSyncExternalStore(never, read, () => null)?.dataset ?? {};
}
