/** Calls without an account: logging in, joining, and mailed links. */
import * as v from "valibot";
import { useChange } from "../../../api/change";
import { api, inPlaceOf, withLink } from "../../../api/client";
import { Refused } from "../../../api/problem";
import { query } from "../../../api/query";
import type { components } from "../../../api/schema";
import { failureText } from "../../../lib/failure";
import type { LoginRole } from "../../../lib/paths";
import { type Role, signIn } from "../../../lib/session";
import { showError, showMessage } from "../../../lib/toasts";

export type EmailLink = components["schemas"]["EmailLink"];

/** The name is an e-mail address; a user's mobile number will do too. */
export const credentialsShape = v.object({ email: v.string(), password: v.string() });

/** Where each role logs in. */
const logins = {
  user: "/user/api/login",
  doctor: "/user/api/doctor/login",
  hospital: "/user/api/hospital/login",
  pharmacy: "/user/api/pharmacy/login",
  desk: "/user/api/desk/login",
  admin: "/admin/api/login",
} as const;

/** The path for the second factor's code. Patients have none. */
const codeLogins = {
  doctor: "/user/api/doctor/login/code",
  hospital: "/user/api/hospital/login/code",
  pharmacy: "/user/api/pharmacy/login/code",
  desk: "/user/api/desk/login/code",
  admin: "/admin/api/login/code",
} as const;

/** Roles that log in with a second factor. */
export type TwoStepRole = keyof typeof codeLogins;

const roleOf = (who: LoginRole): Role => (who === "hospital" || who === "pharmacy" ? "worker" : who);

/** An administrator's session has no id: each login counts as another account. */
export function welcome(
  { token, message, data }: components["schemas"]["LoginAnswer"],
  who: LoginRole,
): void {
  signIn(roleOf(who), token, who === "admin" ? undefined : data._id, who);
  showMessage(message);
}

type Credentials = v.InferOutput<typeof credentialsShape>;

const logIn = (who: LoginRole, body: Credentials) =>
  api.public.POST(logins[who], { body, ...inPlaceOf(roleOf(who)) });

export const useLogin = <Who extends LoginRole>() =>
  useChange({
    call: ({ who, ...body }: Credentials & { who: Who }) => logIn(who, body),
    onAnswer: (answer, { who }) => welcome(answer, who),
    shownOnPage: ["second_factor_required"],
  });

export interface LoginCode {
  challenge: string;
  code: string;
}

/** The second step of a login. */
export const useLoginCode = () =>
  useChange({
    call: ({ who, ...body }: { who: TwoStepRole } & LoginCode) =>
      api.public.POST(codeLogins[who], { body, ...inPlaceOf(roleOf(who)) }),
    onAnswer: (answer, { who }) => welcome(answer, who),
    shownOnPage: ["wrong_code"],
  });

interface Registration {
  username: string;
  email: string;
  phone_number: string;
  password: string;
}

/** 201 made an account; 200 did not, because the address has one. */
async function register(body: Registration) {
  const { data, response } = await api.public.POST("/user/api/register", { body });
  return { data: data && { registered: response.status === 201, message: data.message } };
}

export const useRegister = () =>
  useChange({
    call: register,
    onAnswer: ({ registered, message }) => {
      if (registered) showMessage(message);
    },
    onFailure: (error) => {
      // The specification wants the browser's own alert if there was no answer, and only then.
      if (!(error instanceof Refused)) window.alert(failureText(error));
      else if (Object.keys(error.fields).length === 0) showError(error.message);
    },
  });

/** The page shows the answer. */
export const useForgotPassword = () =>
  useChange({
    call: (body: { role: LoginRole; email: string }) =>
      api.public.POST("/user/api/password/forgot", { body }),
    isAnswerShown: true,
  });

/** The account of a reset link. Reading changes nothing. */
export const resetLinkQuery = (token: string) =>
  query(["reset-link", token], (signal) =>
    api.public.GET("/user/api/password/reset", { ...withLink(token), signal }),
  );

export const useResetPassword = () =>
  useChange({
    call: (body: { token: string; password: string }) =>
      api.public.POST("/user/api/password/reset", { body }),
    shownOnPage: ["link_ended"],
  });

/** Reading changes nothing. */
export const emailLinkQuery = (token: string) =>
  query(["email-link", token], (signal) =>
    api.public.GET("/user/api/email/confirm", { ...withLink(token), signal }),
  );

/** Cached profiles have the old address. */
export const useConfirmEmail = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/email/confirm", withLink(token)),
    refreshes: (queries) => queries.invalidateQueries(),
    isAnswerShown: true,
    shownOnPage: ["link_ended", "already_registered"],
  });

/** The approved application of the link. Reading changes nothing. */
export const approvedApplicationQuery = (token: string) =>
  query(["approved-application", token], (signal) =>
    api.public.GET("/user/api/application/report", { ...withLink(token), signal }),
  );

/** Reports an application by someone else, by the link in the approval's e-mail. */
export const useReportApplication = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/application/report", withLink(token)),
    isAnswerShown: true,
    shownOnPage: ["link_ended"],
  });

/** The employer and the invited person of a desk invitation. */
export const deskInvitationQuery = (token: string) =>
  query(["desk-invitation", token], (signal) =>
    api.public.GET("/user/api/desk/invitation", { ...withLink(token), signal }),
  );

export const useAcceptInvitation = (token: string) =>
  useChange({
    call: (body: { password: string }) =>
      api.public.POST("/user/api/desk/invitation", { ...withLink(token), body }),
    shownOnPage: ["already_registered", "link_ended"],
  });
