import { type RefObject, useEffect } from "react";
import { useHydrated } from "../lib/hydrated";

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
