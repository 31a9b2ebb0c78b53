/** The own new e-mail address that waits for its link, alike for every role that has a profile. */
import { useQuery } from "@tanstack/react-query";
import { idOf, type Role } from "../lib/session";
import { useChange } from "./change";
import { api } from "./client";
import { query } from "./query";

export type Owner = Exclude<Role, "admin">;

/** GET /user/api/email/change: the address, or none when none waits, and the own one where mails to it come back. */
export function pendingEmailQuery(role: Role) {
  return query(["pending-email", role, idOf(role)], (signal) =>
    api[role].GET("/user/api/email/change", { signal }),
  );
}

/** The address that waits, and what can be done about it; nothing when none waits. */
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

/** The own address, where mails to it come back, and how its owner shows that they arrive; nothing where they do. */
export function useUnreachedEmail(role: Role) {
  const query = pendingEmailQuery(role);
  // ConfirmableChange by every page of the account: rarely is enough.
  const { data } = useQuery({ ...query, staleTime: 10 * 60_000 });
  const confirm = useChange({
    call: () => api[role].POST("/user/api/email/change"),
    refreshes: (queries) => queries.invalidateQueries(query),
  });
  if (!data?.unreached) return undefined;
  return { email: data.unreached, isSending: confirm.isPending, onConfirm: () => confirm.mutate() };
}
