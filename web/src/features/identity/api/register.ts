import { useMutation } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";

export interface Registration {
  username: string;
  email: string;
  phone_number: string;
  password: string;
}

/** POST /user/api/register. 201 made an account; 200 did not, because the address has one. */
export function useRegister() {
  return useMutation({
    mutationFn: async (registration: Registration) => {
      const { data, error, response } = await publicApi.POST("/user/api/register", { body: registration });
      if (!data) throw refusal(error);
      return { registered: response.status === 201, message: data.message };
    },
  });
}
