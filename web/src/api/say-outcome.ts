import { showMessage } from "../lib/toasts";
import { showFailure } from "./show-failure";

/** What a call that somebody pressed a button for says when it ends; only a success leads on. */
export function sayOutcome(then: () => void) {
  return {
    onSuccess: ({ message }: { message: string }) => {
      showMessage(message);
      then();
    },
    onError: showFailure,
  };
}
