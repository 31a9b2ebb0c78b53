import { savesData } from "../lib/download";
import { loadRoute, notFound, routeOf } from "./routes";

/** Whoever points at a link, or reaches it with the keyboard, is likely to follow it: its page is downloaded meanwhile. */
export function prefetch({ target }: Event): void {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link || link.origin !== window.location.origin || savesData()) return;
  const route = routeOf(link.pathname);
  // Whether it came is told when the link is followed.
  if (route !== notFound) loadRoute(route).catch(() => undefined);
}
