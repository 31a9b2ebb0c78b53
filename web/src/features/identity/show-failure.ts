import { failureText, refusedFields } from "../../api/problem";
import { showError } from "../../lib/toasts";

/** Says why a call failed, unless the form says it at its fields. */
export function showFailure(error: Error): void {
  if (Object.keys(refusedFields(error)).length === 0) showError(failureText(error));
}
