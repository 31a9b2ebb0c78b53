/** Short messages at the top right. The region that draws them is loaded with the first one. */
import { ToastQueue } from "react-stately/useToastState";

export interface Toast {
  tone: "good" | "bad";
  text: string;
}

export const toastQueue = new ToastQueue<Toast>({ maxVisibleToasts: 4 });

const good = 5_000;
const bad = 9_000;

function show(toast: Toast): void {
  // The same thing said twice (a guard and an expired session, two failing calls) is said once.
  if (toastQueue.visibleToasts.some(({ content }) => content.text === toast.text)) return;
  toastQueue.add(toast, { timeout: toast.tone === "good" ? good : bad });
}

export function showMessage(text: string): void {
  show({ tone: "good", text });
}

export function showError(text: string): void {
  show({ tone: "bad", text });
}
