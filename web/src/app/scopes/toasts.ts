import { lazyModule } from "../../lib/lazy-module";

/** The toast region. Pages with queries preload it, because "no connection" must be shown offline. */
export const toasts = lazyModule(() => import("../../components/toast-region"));
