/** The own account: profile, password, data, and leaving. */
import * as v from "valibot";
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { waitingEmailQuery } from "../../../api/email-change";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";
import { saveFile } from "../../../lib/save-file";

export type Profile = components["schemas"]["User"];

export const profileQuery = (userId: string) =>
  question(["profile", userId], (signal) =>
    api.user.GET("/user/api/user/profile/{userId}", { params: { path: { userId } }, signal }),
  );

const textsShape = v.record(v.string(), v.string());

/** Fields that are not sent stay as they are. */
export const useUpdateProfile = (userId: string) =>
  useChange({
    call: (changes: FormData) =>
      api.user.PUT("/user/api/user/profile/{userId}", {
        params: { path: { userId } },
        body: v.parse(textsShape, Object.fromEntries(changes)),
      }),
    answers: profileQuery(userId),
    refreshes: (queries) => queries.invalidateQueries(waitingEmailQuery("user")),
  });

/** A copy of all that is kept of somebody. */
export const useOwnData = (userId: string) =>
  useChange({
    call: () => api.user.GET("/user/api/user/data/{userId}", { params: { path: { userId } } }),
    onAnswer: ({ data }) =>
      saveFile("doc-care-data.json", new Blob([JSON.stringify(data, null, 2)], { type: "application/json" })),
  });

export const useDeleteAccount = (userId: string) =>
  useChange({
    call: (password: string) =>
      api.user.DELETE("/user/api/user/profile/{userId}", {
        params: { path: { userId } },
        body: { password },
      }),
  });

/** The administrator's other sessions end; this one stays. */
export const useChangeAdminPassword = () =>
  useChange({
    call: (body: { current: string; password: string }) => api.admin.PUT("/admin/api/password", { body }),
  });
