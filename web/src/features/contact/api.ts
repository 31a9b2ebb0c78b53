import { useChange } from "../../api/change";
import { api } from "../../api/client";

export interface ContactMessage {
  name: string;
  email: string;
  phone?: string;
  message: string;
}

export const useSendMessage = () =>
  useChange({ call: (body: ContactMessage) => api.public.POST("/user/api/contact", { body }) });
