import { useMutation } from "@tanstack/react-query";
import { saveFile } from "../lib/save-file";
import { showMessage } from "../lib/toasts";
import { m } from "../paraglide/messages";
import { refusal } from "./problem";
import { showFailure } from "./show-failure";

interface Answered {
  data?: Blob;
  error?: unknown;
}

/** Fetches a file that only a token may have, and hands it to the browser's downloads. */
export function useExportFile(name: string, get: () => Promise<Answered>) {
  return useMutation({
    mutationFn: async () => {
      const { data, error } = await get();
      if (!data) throw refusal(error);
      return data;
    },
    onSuccess: (contents) => {
      saveFile(name, contents);
      showMessage(m.admin_exported());
    },
    onError: showFailure,
  });
}
