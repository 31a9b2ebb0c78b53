import { useMutation } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";

/** POST /user/api/blooddonor/link. The answer never tells whether the address has a donor. */
export function useDonorLink() {
  return useMutation({
    mutationFn: async (body: { Email: string }) => {
      const { data, error } = await publicApi.POST("/user/api/blooddonor/link", { body });
      if (!data) throw refusal(error);
      return data;
    },
  });
}
