import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { type Download, LostPart, offerReload } from "../lib/download";
import { failureText } from "../lib/failure";
import { showError } from "../lib/toasts";

interface LateProps<Part> {
  part: Download<Part>;
  children: (part: Part) => ReactNode;
  /** Stands there until the part does. */
  waiting?: ReactNode;
  /** For what somebody pressed for: they are told without a connection too, and nothing opens. */
  onFail?: () => void;
}

/**
 * A part that is downloaded when it is first drawn. Where that fails the page around it stays as it is; what nobody
 * pressed for is tried again when the connection is back.
 */
export function Late<Part>({ part, children, waiting = null, onFail }: LateProps<Part>) {
  const [loaded, setLoaded] = useState(() => part.loaded());
  const isLoaded = loaded !== undefined;

  const fail = useEffectEvent((error: Error) => {
    if (error instanceof LostPart) offerReload();
    else if (onFail) showError(failureText(error));
    onFail?.();
  });

  useEffect(() => {
    if (isLoaded) return;
    let isGone = false;
    function load(): void {
      part.load().then(show, tell);
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
  }, [part, isLoaded]);

  return isLoaded ? children(loaded) : waiting;
}
