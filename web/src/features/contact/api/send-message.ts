import { useMutation } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";

export interface ContactMessage {
  name: string;
  email: string;
  phone?: string;
  message: string;
}

/** POST /user/api/contact */
export function useSendMessage() {
  return useMutation({
    mutationFn: async (message: ContactMessage) => {
      const { data, error } = await publicApi.POST("/user/api/contact", { body: message });
      if (!data) throw refusal(error);
      return data;
    },
  });
}
