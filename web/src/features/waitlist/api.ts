/** The waiting list, for signed-in patients and by the links in e-mails. */
import type { QueryClient } from "@tanstack/react-query";
import { showFailure, useChange } from "../../api/change";
import { api, inPath, withLink } from "../../api/client";
import { query } from "../../api/query";
import type { components } from "../../api/schema";
import { idOf } from "../../lib/session";

export type Wait = components["schemas"]["WaitView"];

const everything = { queryKey: ["waitlist"] };

/** The soonest day first. */
export const waitsQuery = (userId: string) =>
  query([...everything.queryKey, userId], (signal) =>
    api.user.GET("/user/api/user/waitlist/{userId}", { ...inPath({ userId }), signal }),
  );

interface Wish {
  /** As in "2024-01-05" */
  date: string;
  /** As in "09:15"; any time without it. */
  from?: string;
  to?: string;
}

const ownId = () => idOf("user") ?? "";

export const useWait = (doctorId: string) =>
  useChange({
    call: (body: Wish) =>
      api.user.POST("/user/api/doctor/{id}/waitlist/{userId}", {
        ...inPath({ id: doctorId, userId: ownId() }),
        body,
      }),
    // Slots may have become free.
    refreshes: (queries) =>
      Promise.all([
        queries.invalidateQueries(everything),
        queries.invalidateQueries({ queryKey: ["doctors", doctorId] }),
      ]),
    onFailure: showFailure,
  });

export const useLeave = () =>
  useChange({
    call: (id: string) =>
      api.user.DELETE("/user/api/user/waitlist/{userId}/{id}", inPath({ userId: ownId(), id })),
    refreshes: (queries) => queries.invalidateQueries(everything),
    onFailure: showFailure,
  });

/** The waiting-list entry of a link. */
export const waitByLinkQuery = (token: string) =>
  query(["waitlist link", token], (signal) =>
    api.public.GET("/user/api/waitlist/link", { ...withLink(token), signal }),
  );

export type WaitOffer = components["schemas"]["WaitlistOffer"];

/** The offer of a link; reading it accepts nothing. */
export const offerByLinkQuery = (token: string) =>
  query(["waitlist offer", token], (signal) =>
    api.public.GET("/user/api/waitlist/offer", { ...withLink(token), signal }),
  );

/** The answer is the updated offer. */
const answersOffer = (token: string) => ({
  answers: offerByLinkQuery(token),
  refreshes: (queries: QueryClient) => queries.invalidateQueries(everything),
  shownOnPage: ["link_ended"],
});

export const useAcceptOffer = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/waitlist/accept", withLink(token)),
    ...answersOffer(token),
  });

export const useDeclineOffer = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/waitlist/decline", withLink(token)),
    ...answersOffer(token),
  });

export const useLeaveByLink = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/waitlist/leave", withLink(token)),
    refreshes: (queries) => queries.invalidateQueries(everything),
    isAnswerShown: true,
    shownOnPage: ["link_ended"],
  });
