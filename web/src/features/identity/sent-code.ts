/** A code that was sent to a number. It is kept as a draft: phones discard the page while its user reads the message in another app, and reload it. */
import { useState } from "react";
import * as v from "valibot";
import { dropDraft, keepDraft, readDraft, useDraftEnd } from "../../lib/drafts";
import { useSendNumberCode } from "./api/phone";

const sentShape = v.object({ message: v.string(), challenge: v.string(), number: v.string() });
type SentCode = v.InferOutput<typeof sentShape>;

function readSent(draft: string): SentCode | undefined {
  const parsed = v.safeParse(sentShape, readDraft(draft));
  return parsed.success ? parsed.output : undefined;
}

/** `draft`: the name of the draft, which is dropped when the page is left. */
export function useSentCode(draft: string) {
  const [sent, setSent] = useState(() => readSent(draft));
  const { mutate, reset, isPending, error } = useSendNumberCode();
  useDraftEnd(draft);

  function send(number: string): void {
    mutate(
      { phone_number: number },
      {
        onSuccess: ({ message, data: { challenge } }) => {
          setSent({ message, challenge, number });
          keepDraft(draft, { message, challenge, number });
        },
      },
    );
  }

  /** For another code, or another number. */
  function beginAgain(): void {
    setSent(undefined);
    dropDraft(draft);
    reset();
  }

  return { sent, send, beginAgain, isPending, error };
}
