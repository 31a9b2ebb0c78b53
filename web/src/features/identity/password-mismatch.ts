import { useState } from "react";
import { showError } from "../../lib/toasts";
import { m } from "../../paraglide/messages";

interface ChosenTwice {
  password: string;
  confirm: string;
}

/** Says, at the confirmation and aloud, that the two passwords differ; then nothing must be sent. */
export function usePasswordMismatch() {
  const [fields, setFields] = useState<Record<string, string>>({});

  function refuses({ password, confirm }: ChosenTwice): boolean {
    const differ = password !== confirm;
    setFields(differ ? { confirm: m.registration_mismatch() } : {});
    if (differ) showError(m.registration_mismatch());
    return differ;
  }

  /** A shown message keeps the form from being sent; mending the first of the two has to end it as well. */
  function clear(): void {
    setFields((shown) => (shown.confirm ? {} : shown));
  }

  return { fields, refuses, clear };
}
