import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { failureText } from "../lib/failure";
import { type LazyModule, ModuleLoadError, offerReload } from "../lib/lazy-module";
import { showError } from "../lib/toasts";

interface LazyComponentProps<Part> {
  module: LazyModule<Part>;
  children: (part: Part) => ReactNode;
  /** Shown until the module is loaded. */
  fallback?: ReactNode;
  /** For a component that a press opened: called on failure, after a toast if there is no connection. */
  onFail?: () => void;
}

/**
 * Renders a component from a module that is downloaded on first use. After a failure the page around it stays as it is, and loading is
 * tried again when the connection is back.
 */
export function LazyComponent<Part>({ module, children, fallback = null, onFail }: LazyComponentProps<Part>) {
  const [loaded, setLoaded] = useState(() => module.loaded());
  const isLoaded = loaded !== undefined;

  const fail = useEffectEvent((error: Error) => {
    if (error instanceof ModuleLoadError) offerReload();
    else if (onFail) showError(failureText(error));
    onFail?.();
  });

  useEffect(() => {
    if (isLoaded) return;
    let isGone = false;
    function load(): void {
      module.load().then(show, tell);
    }
    function show(found: Part): void {
      if (!isGone) setLoaded(() => found);
    }
    function tell(error: Error): void {
      if (isGone) return;
      window.addEventListener("online", load, { once: true });
      fail(error);
    }
    load();
    return () => {
      isGone = true;
      window.removeEventListener("online", load);
    };
  }, [module, isLoaded]);

  return isLoaded ? children(loaded) : fallback;
}
