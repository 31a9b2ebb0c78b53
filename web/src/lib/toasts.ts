/** Queue of toasts until the region that shows them is loaded. */
export interface Toast {
  tone: "good" | "bad";
  text: string;
}

let queued: Toast[] = [];
let anyYet = false;
const listeners = new Set<() => void>();

function show(toast: Toast): void {
  queued.push(toast);
  anyYet = true;
  for (const listener of listeners) listener();
}

export function showMessage(text: string): void {
  show({ tone: "good", text });
}

export function showError(text: string): void {
  show({ tone: "bad", text });
}

/** Whether the toast region is needed. */
export function anyToastYet(): boolean {
  return anyYet;
}

export function takeToasts(): Toast[] {
  const taken = queued;
  queued = [];
  return taken;
}

export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
