/** The own account: profile, password, data, and leaving. */
import * as v from "valibot";
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { waitingEmailQuery } from "../../../api/email-change";
import { saveFile } from "../../../api/file";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";
import { idOf, type Role } from "../../../lib/session";

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

interface NewPassword {
  current: string;
  password: string;
}

/** The other sessions end; this one stays. */
export const useChangePassword = (role: Role) =>
  useChange({
    call: (body: NewPassword) =>
      role === "admin"
        ? api.admin.PUT("/admin/api/password", { body })
        : api[role].PUT("/user/api/password", { body }),
    refreshes: (queries) => queries.invalidateQueries(sessionsQuery(role)),
  });

export type OwnSession = components["schemas"]["OwnSession"];

/** Where one is signed in. */
export const sessionsQuery = (role: Role) =>
  question(["sessions", role, idOf(role)], (signal) =>
    role === "admin"
      ? api.admin.GET("/admin/api/sessions", { signal })
      : api[role].GET("/user/api/sessions", { signal }),
  );

export const useEndSession = (role: Role) =>
  useChange({
    call: (id: string) =>
      role === "admin"
        ? api.admin.DELETE("/admin/api/sessions/{id}", { params: { path: { id } } })
        : api[role].DELETE("/user/api/sessions/{id}", { params: { path: { id } } }),
    refreshes: (queries) => queries.invalidateQueries(sessionsQuery(role)),
  });

export const useEndOtherSessions = (role: Role) =>
  useChange({
    call: () =>
      role === "admin" ? api.admin.DELETE("/admin/api/sessions") : api[role].DELETE("/user/api/sessions"),
    refreshes: (queries) => queries.invalidateQueries(sessionsQuery(role)),
  });
