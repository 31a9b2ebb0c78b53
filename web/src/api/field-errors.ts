import { useMemo, useState } from "react";
import { refusedFields } from "./problem";

type Messages = Record<string, string>;

const nothing: Messages = {};

/** What is wrong with a form, by field: what the page finds before it sends anything, or what the server refused. */
export function useFieldErrors({ error, reset }: { error: Error | null; reset: () => void }) {
  const [found, setFound] = useState(nothing);
  // The same object for the same failure: a new one would show again what is being mended.
  const errors = useMemo(() => ({ ...refusedFields(error), ...found }), [error, found]);
  return {
    errors,
    /** Shows what the page found. Where that is anything, nothing must be sent. */
    refuses(wrong: Messages): boolean {
      const isWrong = Object.keys(wrong).length > 0;
      reset();
      setFound(isWrong ? wrong : nothing);
      return isWrong;
    },
    /** The message may stand at one field, and another mend it: then that ends it too. */
    mend: () => setFound(nothing),
  };
}
