import { useFieldErrors } from "../../api/field-errors";
import { showError } from "../../lib/toasts";
import { m } from "../../paraglide/messages";

/** For a form with a password chosen twice: `differ` says at the confirmation and aloud where the two are not the same. */
export function usePasswordTwice(change: Parameters<typeof useFieldErrors>[0]) {
  const { errors, refuses, mend } = useFieldErrors(change);
  function differ({ password, confirm }: { password: string; confirm: string }): boolean {
    const isWrong = refuses(password === confirm ? {} : { confirm: m.registration_mismatch() });
    if (isWrong) showError(m.registration_mismatch());
    return isWrong;
  }
  return { errors, differ, refuses, mend };
}
