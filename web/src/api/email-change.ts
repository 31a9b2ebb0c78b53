/** The own new e-mail address that waits for its link, alike for every role that has a profile. */
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { idOf, type Role } from "../lib/session";
import { apiFor } from "./client";
import { refusal } from "./problem";
import { sayOutcome } from "./say-outcome";

type Owner = Exclude<Role, "admin">;

/** GET /user/api/email/change: the address, or nothing when none waits. */
export function waitingEmailQuery(role: Owner) {
  return queryOptions({
    queryKey: ["waiting-email", role, idOf(role)],
    queryFn: async () => {
      const { data, error } = await apiFor(role).GET("/user/api/email/change");
      if (!data) throw refusal(error);
      return data.data.email ?? null;
    },
  });
}

/** The address that waits, and what can be done about it; nothing when none waits. */
export function useWaitingEmail(role: Owner, onCancelled: () => void) {
  const queries = useQueryClient();
  const query = waitingEmailQuery(role);
  const { data: email } = useQuery(query);
  // Also after a refusal: it may have been confirmed or replaced on another device.
  const onSettled = () => queries.invalidateQueries({ queryKey: query.queryKey });
  const again = useMutation({
    mutationFn: async () => {
      const { data, error } = await apiFor(role).POST("/user/api/email/change");
      if (!data) throw refusal(error);
      return data;
    },
    onSettled,
  });
  const cancel = useMutation({
    mutationFn: async () => {
      const { data, error } = await apiFor(role).DELETE("/user/api/email/change");
      if (!data) throw refusal(error);
      return data;
    },
    onSettled,
  });
  if (!email) return undefined;
  return {
    email,
    isSending: again.isPending,
    isCancelling: cancel.isPending,
    onSendAgain: () =>
      again.mutate(
        undefined,
        sayOutcome(() => {}),
      ),
    onCancel: () => cancel.mutate(undefined, sayOutcome(onCancelled)),
  };
}
