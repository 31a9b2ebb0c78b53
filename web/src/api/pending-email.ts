/** The user's new e-mail address that is not confirmed yet; the same for every role with a profile. */
import { useQuery } from "@tanstack/react-query";
import { idOf, type Role, useToken } from "../lib/session";
import { useChange } from "./change";
import { api } from "./client";
import { query } from "./query";

export type Owner = Exclude<Role, "admin">;

/** GET /user/api/email/change: the unconfirmed address, if there is one, and the current one if mails to it bounce. */
export function pendingEmailQuery(role: Role) {
  return query(["pending-email", role, idOf(role)], (signal) =>
    api[role].GET("/user/api/email/change", { signal }),
  );
}

/** The unconfirmed address, and what can be done about it; undefined without one. */
export function usePendingEmail(role: Owner) {
  const query = pendingEmailQuery(role);
  const { data } = useQuery(query);
  const again = useChange({
    call: () => api[role].POST("/user/api/email/change"),
    refreshes: (queries) => queries.invalidateQueries(query),
  });
  const cancel = useChange({
    call: () => api[role].DELETE("/user/api/email/change"),
    refreshes: (queries) => queries.invalidateQueries(query),
  });
  if (!data?.email) return undefined;
  return {
    email: data.email,
    isSending: again.isPending,
    isCancelling: cancel.isPending,
    onSendAgain: () => again.mutate(),
    onCancel: (then: { onSuccess: () => void }) => cancel.mutate(undefined, then),
  };
}

/** The user's address if mails to it bounce, and how its owner can show that they arrive; otherwise nothing. */
export function useUnreachedEmail(role: Role) {
  const query = pendingEmailQuery(role);
  const isSignedIn = useToken(role) !== null;
  // Requested by every page of the account: a request every ten minutes is enough. The page of a link needs no login.
  const { data } = useQuery({ ...query, staleTime: 10 * 60_000, enabled: isSignedIn });
  const confirm = useChange({
    call: () => api[role].POST("/user/api/email/change"),
    refreshes: (queries) => queries.invalidateQueries(query),
  });
  if (!data?.unreached) return undefined;
  return { email: data.unreached, isSending: confirm.isPending, onConfirm: () => confirm.mutate() };
}
