import { useMutation } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";

/** GET /user/api/appointment/{id}/calendar. Fetched, then saved: a link could not carry the token. */
export function useCalendarFile() {
  return useMutation({
    mutationFn: async (id: string) => {
      const { data, error } = await apiFor("user").GET("/user/api/appointment/{id}/calendar", {
        params: { path: { id } },
        parseAs: "blob",
      });
      if (!data) throw refusal(error);
      return data;
    },
  });
}
