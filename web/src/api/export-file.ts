import { saveFile } from "../lib/save-file";
import { showMessage } from "../lib/toasts";
import { m } from "../paraglide/messages";
import { useChange } from "./change";
import type { Call } from "./question";

/** Fetches a file that only a token may have, and hands it to the browser's downloads. */
export function useExportFile(name: string, call: () => Call<Blob>) {
  return useChange({
    call,
    onAnswer: (file) => {
      saveFile(name, file);
      showMessage(m.admin_exported());
    },
  });
}
