/** The hospitals that requests for blood name: their names, and the requests in their own area. */
import { keepPreviousData } from "@tanstack/react-query";
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { hospitalKey } from "../../../api/hospital";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";

export type HospitalRequest = components["schemas"]["HospitalRequest"];

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

/** Those that run and name the hospital, the most urgent first. */
export const hospitalRequestsQuery = (workerId: string) =>
  question([...hospitalKey(workerId), "bloodrequests"], (signal) =>
    api.worker.GET("/user/api/worker/bloodrequests/{workerId}", { params: { path: { workerId } }, signal }),
  );

/** The patient is the hospital's: more donors are asked at once. */
export const useConfirmPatient = (workerId: string) =>
  useChange({
    call: (id: string) =>
      api.worker.PATCH("/user/api/worker/bloodrequests/{workerId}/confirm/{id}", {
        params: { path: { workerId, id } },
      }),
    refreshes: (queries) => queries.invalidateQueries(hospitalRequestsQuery(workerId)),
  });
