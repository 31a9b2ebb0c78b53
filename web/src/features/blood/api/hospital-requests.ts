/** Requests for blood in the area of the hospital that they name. */
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { hospitalKey } from "../../../api/hospital";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";

export type HospitalRequest = components["schemas"]["HospitalRequest"];

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
