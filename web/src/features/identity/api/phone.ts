/** The user's number: logins and registrations by code, messages to the phone, and verifying the number. */
import { useChange } from "../../../api/change";
import { api, inPath, inPlaceOf } from "../../../api/client";
import { query } from "../../../api/query";
import type { components } from "../../../api/schema";
import { type LoginCode, welcome } from "./sign-in";

export type OwnMessage = components["schemas"]["OwnMessage"];

/** Whether a login by code is offered here. */
export const loginWaysQuery = () =>
  query(["login-ways"], (signal) => api.public.GET("/user/api/login/ways", { signal }));

/** Sends a code to a number, whether or not it has an account. The page shows the answer. */
export const useSendNumberCode = () =>
  useChange({
    call: (body: { phone_number: string }) => api.public.POST("/user/api/register/phone", { body }),
    isAnswerShown: true,
  });

interface NumberLogin extends LoginCode {
  password?: string | undefined;
  /** The name for a new account, if the number has none. */
  username?: string | undefined;
  /** Whose number it was before keeps their account; this one starts empty. */
  startAnew?: boolean | undefined;
}

/** Logs in by the code, or registers if the number is new. */
export const useNumberLogin = () =>
  useChange({
    call: (body: NumberLogin) =>
      api.public.POST("/user/api/register/phone/code", { body, ...inPlaceOf("user") }),
    onAnswer: (answer) => welcome(answer, "user"),
    shownOnPage: ["wrong_code"],
  });

export const useSendLoginLink = () =>
  useChange({
    call: (body: LoginCode) => api.public.POST("/user/api/login/phone/link", { body }),
    isAnswerShown: true,
  });

export const useLinkLogin = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/login/link", { body: { token }, ...inPlaceOf("user") }),
    onAnswer: (answer) => welcome(answer, "user"),
    shownOnPage: ["link_ended"],
  });

export const ownMessagesQuery = (userId: string) =>
  query(["messages", userId], (signal) =>
    api.user.GET("/user/api/user/messages/{userId}", { ...inPath({ userId }), signal }),
  );

/** Empty: mails only. */
export const useChooseChannel = (userId: string) =>
  useChange({
    call: (channel: string) =>
      api.user.PUT("/user/api/user/messages/{userId}", { ...inPath({ userId }), body: { channel } }),
    answers: ownMessagesQuery(userId),
  });

/** The page shows the answer. */
export const useSendPhoneCode = (userId: string) =>
  useChange({
    call: () => api.user.POST("/user/api/user/phone/{userId}/code", inPath({ userId })),
    isAnswerShown: true,
  });

export const useProvePhone = (userId: string) =>
  useChange({
    call: (body: LoginCode) =>
      api.user.POST("/user/api/user/phone/{userId}/proof", { ...inPath({ userId }), body }),
    refreshes: (queries) => queries.invalidateQueries(ownMessagesQuery(userId)),
  });
