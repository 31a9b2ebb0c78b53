import { useMutation } from "@tanstack/react-query";
import { publicApi } from "../../../api/client";
import { refusal } from "../../../api/problem";

export type Worker = "doctor" | "hospital" | "pharmacy";

export interface WorkerCredentials {
  worker: Worker;
  /** An e-mail address or a mobile number. */
  email: string;
  password: string;
}

const loginPaths = {
  doctor: "/user/api/doctor/login",
  hospital: "/user/api/hospital/login",
  pharmacy: "/user/api/pharmacy/login",
} as const;

/** POST /user/api/doctor/login, or that of hospitals or pharmacies. */
export function useBusinessLogin() {
  return useMutation({
    mutationFn: async ({ worker, ...credentials }: WorkerCredentials) => {
      const { data, error } = await publicApi.POST(loginPaths[worker], { body: credentials });
      if (!data) throw refusal(error);
      return data;
    },
  });
}
