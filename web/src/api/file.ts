/** Downloads that need a token, which a plain link cannot send. */
import { type StepUp, stepUpOf } from "../lib/step-up";
import { showMessage } from "../lib/toasts";
import { m } from "../messages";
import { confirmDialogProps, useChange } from "./change";
import type { Call } from "./query";
import { useAsksCode } from "./second-factor";

/** Starts the download of a file. */
export function saveFile(name: string, contents: Blob): void {
  const address = URL.createObjectURL(contents);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(address));
}

/** A copy of the account's data. */
export function saveOwnData(data: unknown): void {
  saveFile("doc-care-data.json", new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }));
}

/** Exports a whole list as a file, with the user's password and any second factor's code. Returns what a dialog needs to ask for them. */
export function useExportFile(name: string, call: (proof: StepUp) => Call<Blob>) {
  const change = useChange({
    call,
    onAnswer: (file) => {
      saveFile(name, file);
      showMessage(m.admin_exported());
    },
  });
  const asksCode = useAsksCode("admin", change.error);
  return {
    asksCode,
    dialog: (onDone: () => void) => confirmDialogProps(change, onDone, (_, form) => stepUpOf(form)),
  };
}
