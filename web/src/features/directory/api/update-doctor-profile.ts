import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { waitingEmailQuery } from "../../../api/email-change";
import { upload } from "../../../api/upload";
import { changesOf, type Draft } from "../../../lib/profile-draft";
import type { DoctorField } from "../doctor-draft";
import { refreshDoctor } from "./refresh-doctor";

interface Changes {
  draft: Draft<DoctorField>;
  photo: File | undefined;
}

const answerShape = v.object({ message: v.string(), data: v.object({ outside: v.number() }) });

/** PUT /user/api/doctor/profile/{docId}. Fields that are not sent stay as they are. */
export function useUpdateDoctorProfile(docId: string, onProgress: (share: number) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ draft, photo }: Changes) => {
      const path = `/user/api/doctor/profile/${encodeURIComponent(docId)}`;
      return v.parse(
        answerShape,
        await upload("PUT", path, changesOf(draft, photo), { role: "doctor", onProgress }),
      );
    },
    onSuccess: () =>
      Promise.all([
        refreshDoctor(queries, docId, "profile"),
        queries.invalidateQueries({ queryKey: waitingEmailQuery("doctor").queryKey }),
      ]),
  });
}
