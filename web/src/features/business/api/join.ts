import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import * as v from "valibot";
import { upload } from "../../../api/upload";

const answerShape = v.object({ message: v.string() });

/** POST /user/api/doctor/register or /user/api/hospital/register. `sent` is how much is on its way, from 0 to 1. */
export function useJoin(worker: "doctor" | "hospital") {
  const [sent, setSent] = useState<number>();
  const join = useMutation({
    mutationFn: async (form: FormData) => {
      const answer = await upload("POST", `/user/api/${worker}/register`, form, { onProgress: setSent });
      return v.parse(answerShape, answer);
    },
    onSettled: () => setSent(undefined),
  });
  return { ...join, sent };
}
