/** The names of hospitals, for the form of a request for blood. */
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { question } from "../../../api/question";

/** As many as a browser lists below a field. */
const suggestions = "20";

/** Names of hospitals in the directory that begin like what is typed. */
export const hospitalNamesQuery = (q: string) => ({
  ...question(["hospital-names", q], (signal) =>
    api.public.GET("/user/api/hospitals", { params: { query: { q, limit: suggestions } }, signal }),
  ),
  placeholderData: keepPreviousData,
  enabled: q.length > 1,
});
