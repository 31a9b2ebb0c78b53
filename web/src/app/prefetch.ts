import { savesData } from "../lib/lazy-module";
import { loadRoute, notFound, routeOf } from "./routes";

/** Downloads the page of a link that is touched, hovered or focused, and asks for its first data. */
export function prefetch({ target }: Event): void {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link || link.origin !== window.location.origin || savesData()) return;
  const route = routeOf(link.pathname);
  // A failure is shown when the link is followed.
  if (route === notFound) return;
  loadRoute(route).then(
    () => route.area.loaded()?.prefetch?.(link),
    () => undefined,
  );
}
