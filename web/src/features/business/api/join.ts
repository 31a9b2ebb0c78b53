/** Joining and login of doctors, hospitals and pharmacies. Apart from their own pages' calls, which no login page needs. */
import * as v from "valibot";
import { useChange } from "../../../api/change";
import { api, inPlaceOf } from "../../../api/client";
import type { components } from "../../../api/schema";
import { useUpload } from "../../../api/upload";
import { signIn } from "../../../lib/session";
import { showMessage } from "../../../lib/toasts";

export const useJoin = (worker: "doctor" | "hospital") =>
  useUpload({
    method: "POST",
    path: `/user/api/${worker}/register`,
    shape: v.object({ message: v.string() }),
  });

export type Worker = "doctor" | "hospital" | "pharmacy";

interface Credentials {
  worker: Worker;
  /** E-mail address or mobile number. */
  email: string;
  password: string;
}

const logins = {
  doctor: "/user/api/doctor/login",
  hospital: "/user/api/hospital/login",
  pharmacy: "/user/api/pharmacy/login",
} as const;

const roleOf = (worker: Worker) => (worker === "doctor" ? "doctor" : "worker");

type Welcome = components["schemas"]["LoginAnswer"];

function welcome({ token, message, data }: Welcome, { worker }: { worker: Worker }): void {
  signIn(roleOf(worker), token, data._id, worker);
  showMessage(message);
}

export const useBusinessLogin = () =>
  useChange({
    call: ({ worker, ...body }: Credentials) =>
      api.public.POST(logins[worker], { body, ...inPlaceOf(roleOf(worker)) }),
    onAnswer: welcome,
    shownOnPage: ["second_factor_required"],
  });

interface LoginCode {
  worker: Worker;
  challenge: string;
  code: string;
}

const codes = {
  doctor: "/user/api/doctor/login/code",
  hospital: "/user/api/hospital/login/code",
  pharmacy: "/user/api/pharmacy/login/code",
} as const;

/** The second step of a login. */
export const useBusinessLoginCode = () =>
  useChange({
    call: ({ worker, ...body }: LoginCode) =>
      api.public.POST(codes[worker], { body, ...inPlaceOf(roleOf(worker)) }),
    onAnswer: welcome,
    shownOnPage: ["wrong_code"],
  });
