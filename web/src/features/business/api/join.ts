/** Doctors, hospitals and pharmacies join. */
import { useState } from "react";
import * as v from "valibot";
import { useChange } from "../../../api/change";
import { upload } from "../../../api/upload";

const answerShape = v.object({ message: v.string() });

/** `sent` is how much is on its way, from 0 to 1. */
export function useJoin(worker: "doctor" | "hospital") {
  const [sent, setSent] = useState<number>();
  const join = useChange({
    call: async (form: FormData) => {
      try {
        const answer = await upload("POST", `/user/api/${worker}/register`, form, { onProgress: setSent });
        return { data: v.parse(answerShape, answer) };
      } finally {
        setSent(undefined);
      }
    },
  });
  return { ...join, sent };
}
