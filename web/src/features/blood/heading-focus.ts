import { useEffect, useRef } from "react";

/** A pressed button goes away with the state that it ended: the focus that is lost with it goes to the heading. */
export function useHeadingFocus(state: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(state);
  useEffect(() => {
    const before = last.current;
    last.current = state;
    if (before === undefined || before === state) return;
    // Whoever is busy elsewhere, in a dialog say, is left there.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [state]);
  return heading;
}
