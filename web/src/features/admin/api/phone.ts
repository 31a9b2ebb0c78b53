/** What became of the messages to phones. */
import { adminKey } from "../../../api/admin-lists";
import { api } from "../../../api/client";
import { question } from "../../../api/question";

export const phoneFiguresQuery = () =>
  question([adminKey, "phone-messages"], (signal) => api.admin.GET("/admin/api/phonemessages", { signal }));
