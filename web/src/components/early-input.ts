import { type RefObject, useLayoutEffect } from "react";
import { isHydrating } from "../lib/hydrated";

/**
 * Prerendered fields can be filled in while the scripts are still on their way, by people and by browsers. React would
 * put back what was prerendered at its next drawing, so each field looks at its element before that, and takes over
 * what it finds there.
 */
export function useEarlyInput<E extends Element>(
  element: RefObject<E | null>,
  take: (element: E) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is typed later reaches the field's own handler.
  useLayoutEffect(() => {
    if (element.current && isHydrating()) take(element.current);
  }, []);
}
