/** Doctors, hospitals and pharmacies: joining, signing in, and a hospital's or pharmacy's own pages. */
import type { QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as v from "valibot";
import { sayFailure, useChange } from "../../api/change";
import { api } from "../../api/client";
import { waitingEmailQuery } from "../../api/email-change";
import { question } from "../../api/question";
import type { components } from "../../api/schema";
import { upload } from "../../api/upload";
import { signIn } from "../../lib/session";
import { showMessage } from "../../lib/toasts";

export type HospitalDoctor = components["schemas"]["OwnDoctor"];
export type WorkerProfile = components["schemas"]["FacilityView"];
export type Worker = "doctor" | "hospital" | "pharmacy";

interface Credentials {
  worker: Worker;
  /** An e-mail address or a mobile number. */
  email: string;
  password: string;
}

const logins = {
  doctor: "/user/api/doctor/login",
  hospital: "/user/api/hospital/login",
  pharmacy: "/user/api/pharmacy/login",
} as const;

export const useBusinessLogin = () =>
  useChange({
    call: ({ worker, ...body }: Credentials) => api.public.POST(logins[worker], { body }),
    onAnswer: ({ token, message, data }, { worker }) => {
      signIn(worker === "doctor" ? "doctor" : "worker", token, data._id);
      showMessage(message);
    },
  });

const answerShape = v.object({ message: v.string() });

/** `sent` is how much is on its way, from 0 to 1. */
export function useJoin(worker: "doctor" | "hospital") {
  const [sent, setSent] = useState<number>();
  const join = useChange({
    call: async (form: FormData) => {
      try {
        const answer = await upload("POST", `/user/api/${worker}/register`, form, { onProgress: setSent });
        return { data: v.parse(answerShape, answer) };
      } finally {
        setSent(undefined);
      }
    },
  });
  return { ...join, sent };
}

const workerKey = (workerId: string, part: "profile" | "doctors") => ["worker", workerId, part];

export const workerProfileQuery = (workerId: string) =>
  question(workerKey(workerId, "profile"), (signal) =>
    api.worker.GET("/user/api/worker/profile/{workerId}", { params: { path: { workerId } }, signal }),
  );

/** Fields that are not sent stay as they are. */
export const useUpdateWorkerProfile = (workerId: string, onProgress: (share: number) => void) =>
  useChange({
    call: async (changes: FormData) => {
      const path = `/user/api/worker/profile/${encodeURIComponent(workerId)}`;
      const answer = await upload("PUT", path, changes, { role: "worker", onProgress });
      return { data: v.parse(answerShape, answer) };
    },
    refreshes: (queries) =>
      Promise.all([
        queries.invalidateQueries(workerProfileQuery(workerId)),
        queries.invalidateQueries(waitingEmailQuery("worker")),
      ]),
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
    onFailure: sayFailure,
  });

export const useRemoveDoctor = (workerId: string) =>
  useChange({
    call: (docId: string) =>
      api.worker.DELETE("/user/api/worker/doctors/{workerId}/{docId}", {
        params: { path: { workerId, docId } },
      }),
    refreshes: refreshDoctors(workerId),
    onFailure: sayFailure,
  });
