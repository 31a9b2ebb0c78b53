/** A hospital's or pharmacy's own pages. */
import type { QueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { waitingEmailQuery } from "../../../api/email-change";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";
import { useUpload } from "../../../api/upload";

export type HospitalDoctor = components["schemas"]["OwnDoctor"];
export type WorkerProfile = components["schemas"]["OwnFacilityView"];

const workerKey = (workerId: string, part: "profile" | "doctors") => ["worker", workerId, part];

export const workerProfileQuery = (workerId: string) =>
  question(workerKey(workerId, "profile"), (signal) =>
    api.worker.GET("/user/api/worker/profile/{workerId}", { params: { path: { workerId } }, signal }),
  );

/** Fields that are not sent stay as they are. */
export const useUpdateWorkerProfile = (workerId: string) =>
  useUpload({
    method: "PUT",
    path: `/user/api/worker/profile/${encodeURIComponent(workerId)}`,
    shape: v.object({ message: v.string() }),
    role: "worker",
    refreshes: (queries) =>
      Promise.all([
        queries.invalidateQueries(workerProfileQuery(workerId)),
        queries.invalidateQueries(waitingEmailQuery("worker")),
      ]),
  });

/** Name, licence number and district stay as they are. */
export const useWithdrawChange = (workerId: string) =>
  useChange({
    call: () =>
      api.worker.DELETE("/user/api/worker/profile/{workerId}/change", { params: { path: { workerId } } }),
    refreshes: (queries) => queries.invalidateQueries(workerProfileQuery(workerId)),
  });

/** The doctors who named this hospital. */
export const hospitalDoctorsQuery = (workerId: string) =>
  question(workerKey(workerId, "doctors"), (signal) =>
    api.worker.GET("/user/api/worker/doctors/{workerId}", { params: { path: { workerId } }, signal }),
  );

const refreshDoctors = (workerId: string) => (queries: QueryClient) =>
  queries.invalidateQueries(hospitalDoctorsQuery(workerId));

export const useConfirmDoctor = (workerId: string) =>
  useChange({
    call: (docId: string) =>
      api.worker.PATCH("/user/api/worker/doctors/{workerId}/confirm/{docId}", {
        params: { path: { workerId, docId } },
      }),
    refreshes: refreshDoctors(workerId),
  });

export const useRemoveDoctor = (workerId: string) =>
  useChange({
    call: (docId: string) =>
      api.worker.DELETE("/user/api/worker/doctors/{workerId}/{docId}", {
        params: { path: { workerId, docId } },
      }),
    refreshes: refreshDoctors(workerId),
  });
