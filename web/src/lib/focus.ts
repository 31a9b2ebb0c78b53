/** Focuses the list when the row that opened a dialog is gone. The dialog restores the focus in the next frame; this runs after it. */
export function focusAfterDialog(list: HTMLElement | null): void {
  window.requestAnimationFrame(() =>
    window.requestAnimationFrame(() => list?.focus({ preventScroll: true })),
  );
}

const headings = "h1, h2, h3, h4";

/** Remembers the focused element. If it is removed, the returned function focuses the nearest heading around its former place. */
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
