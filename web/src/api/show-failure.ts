import { failureText } from "../lib/failure";
import { showError } from "../lib/toasts";
import { refusedFields } from "./problem";

/** Says why a call failed, unless the form says it at its fields. */
export function showFailure(error: Error): void {
  if (Object.keys(refusedFields(error)).length === 0) showError(failureText(error));
}
