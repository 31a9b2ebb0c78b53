import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { waitingEmailQuery } from "../../../api/email-change";
import { upload } from "../../../api/upload";
import { workerProfileQuery } from "./worker-profile";

const answerShape = v.object({ message: v.string() });

/** PUT /user/api/worker/profile/{workerId}. Fields that are not sent stay as they are. */
export function useUpdateWorkerProfile(workerId: string, onProgress: (share: number) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (changes: FormData) => {
      const path = `/user/api/worker/profile/${encodeURIComponent(workerId)}`;
      return v.parse(answerShape, await upload("PUT", path, changes, { role: "worker", onProgress }));
    },
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: workerProfileQuery(workerId).queryKey }),
        queries.invalidateQueries({ queryKey: waitingEmailQuery("worker").queryKey }),
      ]),
  });
}
