/** Files that only a token may fetch, which no plain link can. */
import { showMessage } from "../lib/toasts";
import { m } from "../paraglide/messages";
import { useChange } from "./change";
import type { Call } from "./question";

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, contents: Blob): void {
  const address = URL.createObjectURL(contents);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken hold of it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address));
}

export function useExportFile(name: string, call: () => Call<Blob>) {
  return useChange({
    call,
    onAnswer: (file) => {
      saveFile(name, file);
      showMessage(m.admin_exported());
    },
  });
}
