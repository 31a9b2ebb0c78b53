/** Keeps the rows of the day in their places while somebody works on the list. */
import { useEffect, useRef, useState } from "react";
import { type Group, heldGroups } from "./presence";

/** So long after the last touch or movement of the pointer. */
const holdInterval = 3_000;

export function useHeldGroups(groups: readonly Group[]) {
  const [held, setHeld] = useState<readonly Group[]>();
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function hold(): void {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setHeld(undefined), holdInterval);
    setHeld((before) => before ?? groups);
  }
  return { groups: held ? heldGroups(held, groups) : groups, hold };
}
