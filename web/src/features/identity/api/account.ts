/** The user's account: profile, password, sessions, data, and deletion. */
import * as v from "valibot";
import { useChange } from "../../../api/change";
import { api, inPath } from "../../../api/client";
import { saveOwnData } from "../../../api/file";
import { pendingEmailQuery } from "../../../api/pending-email";
import { query } from "../../../api/query";
import type { components } from "../../../api/schema";
import { idOf, type Role, renew } from "../../../lib/session";
import type { OwnProof } from "../../../lib/step-up";
import { showMessage } from "../../../lib/toasts";
import { profileQuery } from "./profile";

const textsShape = v.record(v.string(), v.string());

/** Omitted fields stay. */
export const useUpdateProfile = (userId: string) =>
  useChange({
    call: (changes: FormData) =>
      api.user.PUT("/user/api/user/profile/{userId}", {
        ...inPath({ userId }),
        body: v.parse(textsShape, Object.fromEntries(changes)),
      }),
    answers: profileQuery(userId),
    refreshes: (queries) => queries.invalidateQueries(pendingEmailQuery("user")),
  });

/** A copy of the account's data. */
export const useOwnData = (userId: string) =>
  useChange({
    call: () => api.user.GET("/user/api/user/data/{userId}", inPath({ userId })),
    onAnswer: ({ data }) => saveOwnData(data),
  });

export const useDeleteAccount = (userId: string) =>
  useChange({
    call: (body: { password?: string; challenge?: string; code?: string }) =>
      api.user.DELETE("/user/api/user/profile/{userId}", { ...inPath({ userId }), body }),
  });

type NewPassword = OwnProof & { password: string };

/** Ends every session; the answer has a new one for this browser. */
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
    // The profile says whether there is a password.
    refreshes: (queries) =>
      Promise.all([
        queries.invalidateQueries(sessionsQuery(role)),
        queries.invalidateQueries({ queryKey: ["profile"] }),
      ]),
  });

export type OwnSession = components["schemas"]["OwnSession"];

/** The account's sessions. */
export const sessionsQuery = (role: Role) =>
  query(["sessions", role, idOf(role)], (signal) =>
    role === "admin"
      ? api.admin.GET("/admin/api/sessions", { signal })
      : api[role].GET("/user/api/sessions", { signal }),
  );

interface OwnPassword extends OwnProof {
  /** Whether sessions at the doctor's or hospital's desk end too. */
  desk?: boolean;
}

const endOne = (role: Role, id: string, body: OwnPassword) =>
  role === "admin"
    ? api.admin.DELETE("/admin/api/sessions/{id}", { ...inPath({ id }), body })
    : api[role].DELETE("/user/api/sessions/{id}", { ...inPath({ id }), body });

const endOthers = (role: Role, body: OwnPassword) =>
  role === "admin"
    ? api.admin.DELETE("/admin/api/sessions", { body })
    : api[role].DELETE("/user/api/sessions", { body });

/** One of the user's sessions, or all but this one. */
export const useEndSessions = (role: Role, id?: string) =>
  useChange({
    call: (body: OwnPassword) => (id === undefined ? endOthers(role, body) : endOne(role, id, body)),
    refreshes: (queries) => queries.invalidateQueries(sessionsQuery(role)),
  });
