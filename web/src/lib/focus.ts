/**
 * After the row whose button opened a dialog has left its list, the focus would be nowhere. The dialog gives it back in
 * the next frame, so this one comes right behind it.
 */
export function focusAfterDialog(list: HTMLElement | null): void {
  window.requestAnimationFrame(() =>
    window.requestAnimationFrame(() => list?.focus({ preventScroll: true })),
  );
}
