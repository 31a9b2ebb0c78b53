/** A hospital's or pharmacy's own pages. */
import type { QueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { waitingEmailQuery } from "../../../api/email-change";
import { hospitalKey } from "../../../api/hospital";
import { nextPoll } from "../../../api/polling";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";
import { useUpload } from "../../../api/upload";

export type HospitalDoctor = components["schemas"]["OwnDoctor"];
export type DoctorToday = components["schemas"]["ServedDoctor"];
export type WorkerProfile = components["schemas"]["OwnFacilityView"];

export const workerProfileQuery = (workerId: string) =>
  question(["worker", workerId, "profile"], (signal) =>
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
  question([...hospitalKey(workerId), "doctors"], (signal) =>
    api.worker.GET("/user/api/worker/doctors/{workerId}", { params: { path: { workerId } }, signal }),
  );

/** The confirmed doctors with today's numbers. The stream tells of no visit, so it is asked again by itself. */
export const hospitalTodayQuery = (workerId: string) => ({
  ...question([...hospitalKey(workerId), "today"], (signal) =>
    api.worker.GET("/user/api/worker/today/{workerId}", { params: { path: { workerId } }, signal }),
  ),
  refetchInterval: nextPoll,
});

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
