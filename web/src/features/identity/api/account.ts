/** The own account: profile, password, data, and leaving. */
import * as v from "valibot";
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { waitingEmailQuery } from "../../../api/email-change";
import { saveFile } from "../../../api/file";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";
import { idOf, type Role, renew } from "../../../lib/session";
import type { StepUp } from "../../../lib/step-up";
import { showMessage } from "../../../lib/toasts";

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

type NewPassword = StepUp & { password: string };

/** Every session ends, that of the token too; the new one is for this browser alone. */
export const useChangePassword = (role: Role) =>
  useChange({
    call: ({ body }: { body: NewPassword; token: string | null }) =>
      role === "admin"
        ? api.admin.PUT("/admin/api/password", { body })
        : api[role].PUT("/user/api/password", { body }),
    onAnswer: ({ token, message, data }, asked) => {
      renew(role, asked.token, token, data._id);
      showMessage(message);
    },
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

interface OwnPassword {
  current_password: string;
  /** Whether the logins of everybody at the own desk end too. */
  desk?: boolean;
}

const endOne = (role: Role, id: string, body: OwnPassword) =>
  role === "admin"
    ? api.admin.DELETE("/admin/api/sessions/{id}", { params: { path: { id } }, body })
    : api[role].DELETE("/user/api/sessions/{id}", { params: { path: { id } }, body });

const endOthers = (role: Role, body: OwnPassword) =>
  role === "admin"
    ? api.admin.DELETE("/admin/api/sessions", { body })
    : api[role].DELETE("/user/api/sessions", { body });

/** One of the own sessions, or all but this one. */
export const useEndSessions = (role: Role, id?: string) =>
  useChange({
    call: (body: OwnPassword) => (id === undefined ? endOthers(role, body) : endOne(role, id, body)),
    refreshes: (queries) => queries.invalidateQueries(sessionsQuery(role)),
  });
