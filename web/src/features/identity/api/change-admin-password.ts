import { useMutation } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";

/** PUT /admin/api/password. The administrator's other sessions end; this one stays. */
export function useChangeAdminPassword() {
  return useMutation({
    mutationFn: async (change: { current: string; password: string }) => {
      const { data, error } = await apiFor("admin").PUT("/admin/api/password", { body: change });
      if (!data) throw refusal(error);
      return data;
    },
  });
}
