import { useMutation } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";

export interface AdminCredentials {
  email: string;
  password: string;
}

/** POST /admin/api/login */
export function useAdminLogin() {
  return useMutation({
    mutationFn: async (credentials: AdminCredentials) => {
      const { data, error } = await publicApi.POST("/admin/api/login", { body: credentials });
      if (!data) throw refusal(error);
      return data;
    },
  });
}
