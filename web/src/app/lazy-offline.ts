import { lazyModule } from "../lib/lazy-module";

/** The page's side of the service worker. Loaded a few seconds after the start of a page (`entry-client.tsx`), or when its bar is shown. */
export const offline = lazyModule(() => import("./offline"));
