import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshAdminLists } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { refreshAfter } from "../../../api/refresh-after";
import { showFailure } from "../../../api/show-failure";
import { showMessage } from "../../../lib/toasts";
import { messageQuery } from "./message";

/** POST /admin/api/messages/{id}/close */
export function useCloseMessage(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { data, error } = await apiFor("admin").POST("/admin/api/messages/{id}/close", {
        params: { path: { id } },
      });
      if (!data) throw refusal(error);
      return data;
    },
    onSuccess: ({ message, data }) => {
      client.setQueryData(messageQuery(id).queryKey, data);
      showMessage(message);
    },
    onError: showFailure,
    onSettled: refreshAfter(() => refreshAdminLists(client)),
  });
}
