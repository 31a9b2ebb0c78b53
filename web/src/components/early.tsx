/** What people do to a prerendered page while its scripts are still on their way is not lost. */
import { type RefObject, useEffect, useLayoutEffect } from "react";
import { isHydrating, useHydrated } from "../lib/hydrated";

/**
 * Prerendered fields can be filled in by people and by browsers. React would put back what was prerendered at its next
 * drawing, so each field looks at its element before that, and takes over what it finds there.
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

/**
 * Stands in a form until the app can send it. Before that the page's inline script (`build/start.mjs`) catches every
 * attempt to send a form with this mark, and marks its button, which shows that it waits (`theme.css`).
 */
export function EarlyPress({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const hydrated = useHydrated();
  useEffect(() => {
    if (hydrated && form.current) pressAgain(form.current);
  }, [hydrated, form]);
  return hydrated ? null : <span hidden data-early="" />;
}

/** As if the button had been pressed only now, and once, however often it was. */
function pressAgain(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>("button[data-pressed]");
  if (!button) return;
  delete button.dataset.pressed;
  // Not inside React's own work: what is wrong with the form is drawn at once.
  queueMicrotask(() => form.requestSubmit(button));
}
