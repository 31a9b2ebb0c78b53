/** Joining, and the profile pages of hospitals and pharmacies. */
import type { QueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { useChange } from "../../api/change";
import { api, inPath } from "../../api/client";
import { pendingEmailQuery } from "../../api/pending-email";
import { pollingDelay } from "../../api/polling";
import { query } from "../../api/query";
import type { components } from "../../api/schema";
import { useUpload } from "../../api/upload";

export type HospitalDoctor = components["schemas"]["OwnDoctor"];
export type DoctorToday = components["schemas"]["ServedDoctor"];
export type WorkerProfile = components["schemas"]["OwnFacilityView"];

/** Applies as a doctor, or as a hospital or pharmacy. */
export const useJoin = (worker: "doctor" | "hospital") =>
  useUpload({
    method: "POST",
    path: `/user/api/${worker}/register`,
    shape: v.object({ message: v.string() }),
  });

export const workerProfileQuery = (workerId: string) =>
  query(["worker", workerId, "profile"], (signal) =>
    api.worker.GET("/user/api/worker/profile/{workerId}", { ...inPath({ workerId }), signal }),
  );

/** Omitted fields stay. */
export const useUpdateWorkerProfile = (workerId: string) =>
  useUpload({
    method: "PUT",
    path: `/user/api/worker/profile/${encodeURIComponent(workerId)}`,
    shape: v.object({ message: v.string() }),
    role: "worker",
    refreshes: (queries) =>
      Promise.all([
        queries.invalidateQueries(workerProfileQuery(workerId)),
        queries.invalidateQueries(pendingEmailQuery("worker")),
      ]),
  });

/** Without name, licence number and district. */
export const useWithdrawChange = (workerId: string) =>
  useChange({
    call: () => api.worker.DELETE("/user/api/worker/profile/{workerId}/change", inPath({ workerId })),
    refreshes: (queries) => queries.invalidateQueries(workerProfileQuery(workerId)),
  });

export const hospitalDoctorsQuery = (workerId: string) =>
  query([...hospitalKey(workerId), "doctors"], (signal) =>
    api.worker.GET("/user/api/worker/doctors/{workerId}", { ...inPath({ workerId }), signal }),
  );

/** Confirmed doctors with today's numbers. Polled: the event stream has no visits. */
export const hospitalTodayQuery = (workerId: string) => ({
  ...query([...hospitalKey(workerId), "today"], (signal) =>
    api.worker.GET("/user/api/worker/today/{workerId}", { ...inPath({ workerId }), signal }),
  ),
  refetchInterval: pollingDelay,
});

const refreshDoctors = (workerId: string) => (queries: QueryClient) =>
  queries.invalidateQueries(hospitalDoctorsQuery(workerId));

export const useConfirmDoctor = (workerId: string) =>
  useChange({
    call: (docId: string) =>
      api.worker.PATCH("/user/api/worker/doctors/{workerId}/confirm/{docId}", inPath({ workerId, docId })),
    refreshes: refreshDoctors(workerId),
  });

export const useRemoveDoctor = (workerId: string) =>
  useChange({
    call: (docId: string) =>
      api.worker.DELETE("/user/api/worker/doctors/{workerId}/{docId}", inPath({ workerId, docId })),
    refreshes: refreshDoctors(workerId),
  });

export type HospitalRequest = components["schemas"]["HospitalRequest"];

/** Open blood requests that name the hospital, the most urgent first. */
export const hospitalRequestsQuery = (workerId: string) =>
  query([...hospitalKey(workerId), "bloodrequests"], (signal) =>
    api.worker.GET("/user/api/worker/bloodrequests/{workerId}", { ...inPath({ workerId }), signal }),
  );

/** Confirms that the patient is in the hospital: more donors are asked at once. */
export const useConfirmPatient = (workerId: string) =>
  useChange({
    call: (id: string) =>
      api.worker.PATCH("/user/api/worker/bloodrequests/{workerId}/confirm/{id}", inPath({ workerId, id })),
    refreshes: (queries) => queries.invalidateQueries(hospitalRequestsQuery(workerId)),
  });

/** The prefix of query keys that the hospital's event stream refreshes. Not the profile, which is edited. */
export const hospitalKey = (hospitalId: string) => ["hospital", hospitalId];
