/** Short messages at the top right. They wait here until the region that draws them is loaded and takes them. */
export interface Toast {
  tone: "good" | "bad";
  text: string;
}

let waiting: Toast[] = [];
let anyYet = false;
const listeners = new Set<() => void>();

function show(toast: Toast): void {
  waiting.push(toast);
  anyYet = true;
  for (const listener of listeners) listener();
}

export function showMessage(text: string): void {
  show({ tone: "good", text });
}

export function showError(text: string): void {
  show({ tone: "bad", text });
}

/** Whether there has been anything to show, that is, whether the region is needed. */
export function anyToastYet(): boolean {
  return anyYet;
}

export function takeToasts(): Toast[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
