/** Keeps what is typed and submitted in a prerendered page before hydration. */
import { type RefObject, useEffect, useLayoutEffect } from "react";
import { isHydrating, useHydrated } from "../lib/hydrated";

/**
 * Takes over the value of a prerendered field that was filled in by the user or the browser before hydration; React would reset it at
 * the next render.
 */
export function usePreHydrationInput<E extends Element>(
  element: RefObject<E | null>,
  take: (element: E) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is typed later reaches the field's own handler.
  useLayoutEffect(() => {
    if (element.current && isHydrating()) take(element.current);
  }, []);
}

/**
 * Marks a form until it is hydrated. The inline script (`build/start.mjs`) catches submits of marked forms and marks the pressed
 * button, which shows as busy (`theme.css`).
 */
export function PreHydrationSubmit({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const hydrated = useHydrated();
  useEffect(() => {
    if (hydrated && form.current) submitPressed(form.current);
  }, [hydrated, form]);
  return hydrated ? null : <span hidden data-pre-hydration="" />;
}

/** Submits once, however often the button was pressed. */
function submitPressed(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>("button[data-pressed]");
  if (!button) return;
  delete button.dataset.pressed;
  // Outside of React's commit phase: validation errors are rendered synchronously.
  queueMicrotask(() => form.requestSubmit(button));
}
