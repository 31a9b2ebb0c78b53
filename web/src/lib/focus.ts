/**
 * After the row whose button opened a dialog has left its list, the focus would be nowhere. The dialog gives it back in
 * the next frame, so this one comes right behind it.
 */
export function focusAfterDialog(list: HTMLElement | null): void {
  window.requestAnimationFrame(() =>
    window.requestAnimationFrame(() => list?.focus({ preventScroll: true })),
  );
}

const headings = "h1, h2, h3, h4";

/**
 * Remembers what has the focus. The returned function moves it, if it was lost with that element, to the nearest heading around where
 * the element was: a keyboard goes on from there, and a screen reader says where that is.
 */
export function rememberFocus(): () => void {
  const around: Element[] = [];
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) around.push(at);
  return () => {
    const now = document.activeElement;
    if (around.length === 0 || (now && now !== document.body)) return;
    const near = around.find((element) => element.isConnected && element.querySelector(headings));
    const target = (near ?? document).querySelector<HTMLElement>(headings);
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
}
