import { m } from "../paraglide/messages";
import type { AppRoute } from "./routes";

/** The title of the browser's tab. The home page's own title already names the product. */
export function documentTitle(route: AppRoute): string {
  return route.path === "/" ? route.title() : m.document_title({ title: route.title() });
}
