import { useFieldErrors } from "../../api/change";
import { showError } from "../../lib/toasts";
import { m } from "../../messages";

/** For forms with a repeated password: `differ` shows and announces a mismatch. */
export function usePasswordTwice(change: Parameters<typeof useFieldErrors>[0]) {
  const { errors, refuses, mend } = useFieldErrors(change);
  function differ({ password, confirm }: { password: string; confirm: string }): boolean {
    const isWrong = refuses(password === confirm ? {} : { confirm: m.password_mismatch() });
    if (isWrong) showError(m.password_mismatch());
    return isWrong;
  }
  return { errors, differ, refuses, mend };
}
