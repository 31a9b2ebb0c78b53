import { savesData } from "../lib/lazy-module";
import { loadRoute, notFound, routeOf } from "./routes";

/** Downloads the page of a link that is hovered or focused. */
export function prefetch({ target }: Event): void {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link || link.origin !== window.location.origin || savesData()) return;
  const route = routeOf(link.pathname);
  // A failure is shown when the link is followed.
  if (route !== notFound) loadRoute(route).catch(() => undefined);
}
