import { download } from "../lib/download";

/** What draws the messages. Pages that talk to the server have it ready: "no connection" is said without one. */
export const toasts = download(() => import("../components/toast-region"));
