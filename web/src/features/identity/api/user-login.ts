import { useMutation } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";

export interface UserCredentials {
  /** An e-mail address or a mobile number. */
  email: string;
  password: string;
}

/** POST /user/api/login */
export function useUserLogin() {
  return useMutation({
    mutationFn: async (credentials: UserCredentials) => {
      const { data, error } = await publicApi.POST("/user/api/login", { body: credentials });
      if (!data) throw refusal(error);
      return data;
    },
  });
}
