/** What needs no account: signing in, joining, and mailed links. */
import * as v from "valibot";
import { useChange } from "../../../api/change";
import { api, inPlaceOf, withLink } from "../../../api/client";
import { Refused } from "../../../api/problem";
import { query } from "../../../api/query";
import type { components } from "../../../api/schema";
import { failureText } from "../../../lib/failure";
import type { LoginRole } from "../../../lib/paths";
import { signIn } from "../../../lib/session";
import { showError, showMessage } from "../../../lib/toasts";

export type EmailLink = components["schemas"]["EmailLink"];

/** The name is an e-mail address; a user's mobile number will do too. */
export const credentialsShape = v.object({ email: v.string(), password: v.string() });

type Credentials = v.InferOutput<typeof credentialsShape>;

export const useUserLogin = () =>
  useChange({
    call: (body: Credentials) => api.public.POST("/user/api/login", { body, ...inPlaceOf("user") }),
    onAnswer: ({ token, message, data }) => {
      signIn("user", token, data._id);
      showMessage(message);
    },
  });

export const useAdminLogin = () =>
  useChange({
    call: (body: Credentials) => api.public.POST("/admin/api/login", { body, ...inPlaceOf("admin") }),
    onAnswer: ({ token, message }) => {
      signIn("admin", token);
      showMessage(message);
    },
    shownOnPage: ["second_factor_required"],
  });

/** The second step of a login. */
export interface LoginCode {
  challenge: string;
  code: string;
}

export const useAdminLoginCode = () =>
  useChange({
    call: (body: LoginCode) => api.public.POST("/admin/api/login/code", { body, ...inPlaceOf("admin") }),
    onAnswer: ({ token, message }) => {
      signIn("admin", token);
      showMessage(message);
    },
    shownOnPage: ["wrong_code"],
  });

function welcomeAtDesk({ token, message, data }: components["schemas"]["LoginAnswer"]): void {
  signIn("desk", token, data._id);
  showMessage(message);
}

export const useDeskLogin = () =>
  useChange({
    call: (body: Credentials) => api.public.POST("/user/api/desk/login", { body, ...inPlaceOf("desk") }),
    onAnswer: welcomeAtDesk,
    shownOnPage: ["second_factor_required"],
  });

export const useDeskLoginCode = () =>
  useChange({
    call: (body: LoginCode) => api.public.POST("/user/api/desk/login/code", { body, ...inPlaceOf("desk") }),
    onAnswer: welcomeAtDesk,
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
      // The product asks for the browser's own alert when there was no answer, and only then.
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

/** Looking changes nothing. */
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

/** Who invites whom to a desk. */
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
