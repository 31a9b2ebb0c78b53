import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshAdminLists } from "../../../api/admin-lists";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import { showFailure } from "../../../api/show-failure";
import { showMessage } from "../../../lib/toasts";
import { messageQuery } from "./message";

/** POST /admin/api/messages/{id}/answer. The visitor gets it by mail. */
export function useAnswerMessage(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (text: string) => {
      const { data, error } = await apiFor("admin").POST("/admin/api/messages/{id}/answer", {
        params: { path: { id } },
        body: { text },
      });
      if (!data) throw refusal(error);
      return data;
    },
    // Without a connection one hears so at once; an answer never waits unseen for one.
    networkMode: "always",
    onSuccess: ({ message, data }) => {
      client.setQueryData(messageQuery(id).queryKey, data);
      showMessage(message);
    },
    onError: showFailure,
    onSettled: () => refreshAdminLists(client),
  });
}
