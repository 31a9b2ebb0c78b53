/** The router's history, with two rules of ours: unsaved edits are asked about, and no entry hands on what was somebody else's. */
import { UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router";
import { dropForeignState, stamped } from "./tab-owner";
import { mayLeave } from "./unsaved";

type History = ReturnType<typeof createBrowserHistory>;

function pathnameOf(to: Parameters<History["push"]>[0]): string | undefined {
  return typeof to === "string" ? new URL(to, window.location.href).pathname : to.pathname;
}

export function createRouterHistory(): History {
  dropForeignState();
  // Captured: before the router reads the entry.
  window.addEventListener("popstate", dropForeignState, { capture: true });
  const history = createBrowserHistory({ v5Compat: true });
  const { push, replace } = history;
  history.push = (to, state) => {
    if (pathnameOf(to) === window.location.pathname || mayLeave()) push(to, stamped(state));
  };
  // What replaces its own entry is the page itself, or a session that ended: nobody is asked.
  history.replace = (to, state) => replace(to, stamped(state));
  return history;
}
