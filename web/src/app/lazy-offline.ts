import { lazyModule } from "../lib/lazy-module";

/** The service worker's page side; loaded when the page has nothing else to do, or has something to say of copies. */
export const offline = lazyModule(() => import("./offline"));
