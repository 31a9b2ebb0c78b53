/** What a patient is offered: follow-ups, visits that a desk booked for their number, and other times for visits whose session moves. */
import { showFailure, useChange } from "../../../api/change";
import { api, inPath, withLink } from "../../../api/client";
import { query } from "../../../api/query";
import type { components } from "../../../api/schema";
import { refreshBookings } from "../api";

export type Proposal = components["schemas"]["ProposalView"];

/** With up to three free slots each. Below the bookings' key, with which it changes. */
export const proposalsQuery = (userId: string) =>
  query(["bookings", userId, "", "proposals"], (signal) =>
    api.user.GET("/user/api/user/followups/{userId}", { ...inPath({ userId }), signal }),
  );

interface AcceptedTime {
  id: string;
  date: string;
  time: string;
}

export const useAcceptProposal = (userId: string) =>
  useChange({
    call: ({ id, ...body }: AcceptedTime) =>
      api.user.POST("/user/api/user/followups/{userId}/{id}", { ...inPath({ userId, id }), body }),
    refreshes: refreshBookings,
    onFailure: showFailure,
  });

export const useDeclineProposal = (userId: string) =>
  useChange({
    call: (id: string) => api.user.DELETE("/user/api/user/followups/{userId}/{id}", inPath({ userId, id })),
    refreshes: refreshBookings,
    onFailure: showFailure,
  });

export type LinkedFollowUp = components["schemas"]["LinkedFollowUpView"];

/** The follow-up of a link; reading it books nothing. */
export const followUpByLinkQuery = (token: string) =>
  query(["follow-up link", token], (signal) =>
    api.public.GET("/user/api/followup", { ...withLink(token), signal }),
  );

/** The answer is the updated follow-up. */
export const useTakeByLink = (token: string) =>
  useChange({
    call: (body: Omit<AcceptedTime, "id">) =>
      api.public.POST("/user/api/followup/take", { ...withLink(token), body }),
    answers: followUpByLinkQuery(token),
    refreshes: refreshBookings,
    onFailure: showFailure,
    shownOnPage: ["link_ended"],
  });

export type Claim = components["schemas"]["ClaimView"];

/** What desks booked for the user's proved number. Below the bookings' key, with which it changes. */
export const claimsQuery = (userId: string) =>
  query(["bookings", userId, "", "claims"], (signal) =>
    api.user.GET("/user/api/user/claims/{userId}", { ...inPath({ userId }), signal }),
  );

export const useClaim = (userId: string) =>
  useChange({
    call: (id: string) => api.user.POST("/user/api/user/claims/{userId}/{id}", inPath({ userId, id })),
    refreshes: refreshBookings,
    onFailure: showFailure,
  });

export const useDisclaim = (userId: string) =>
  useChange({
    call: (id: string) => api.user.DELETE("/user/api/user/claims/{userId}/{id}", inPath({ userId, id })),
    refreshes: refreshBookings,
    onFailure: showFailure,
  });

export type MoveProposal = components["schemas"]["MoveProposalView"];

/** Other times that are proposed for the user's visits. Below the bookings' key, with which they change. */
export const movesQuery = (userId: string) =>
  query(["bookings", userId, "", "moves"], (signal) =>
    api.user.GET("/user/api/user/moves/{userId}", { ...inPath({ userId }), signal }),
  );

export const useAcceptMove = (userId: string) =>
  useChange({
    call: (id: string) => api.user.POST("/user/api/user/moves/{userId}/{id}", inPath({ userId, id })),
    refreshes: refreshBookings,
    onFailure: showFailure,
  });

export const useDeclineMove = (userId: string) =>
  useChange({
    call: (id: string) => api.user.DELETE("/user/api/user/moves/{userId}/{id}", inPath({ userId, id })),
    refreshes: refreshBookings,
    onFailure: showFailure,
  });

/** The proposed time of a link; reading it changes nothing. */
export const moveByLinkQuery = (token: string) =>
  query(["move link", token], (signal) =>
    api.public.GET("/user/api/visitmove", { ...withLink(token), signal }),
  );

/** The answer is the updated proposal. */
const answersMove = (token: string) => ({
  answers: moveByLinkQuery(token),
  refreshes: refreshBookings,
  onFailure: showFailure,
  shownOnPage: ["link_ended"],
});

export const useAcceptMoveByLink = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/visitmove/accept", withLink(token)),
    ...answersMove(token),
  });

export const useDeclineMoveByLink = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/visitmove/decline", withLink(token)),
    ...answersMove(token),
  });

export type MissedCall = components["schemas"]["MissedCallView"];

/** The consultation by phone of a link; reading it changes nothing. */
export const missedCallQuery = (token: string) =>
  query(["missed call", token], (signal) =>
    api.public.GET("/user/api/missedcall", { ...withLink(token), signal }),
  );

/** The answer is the updated consultation. */
const choosesAfterCalls = (token: string) => ({
  answers: missedCallQuery(token),
  refreshes: refreshBookings,
  onFailure: showFailure,
  shownOnPage: ["link_ended"],
});

export const useMoveByMissedCall = (token: string) =>
  useChange({
    call: (body: Omit<AcceptedTime, "id">) =>
      api.public.POST("/user/api/missedcall/move", { ...withLink(token), body }),
    ...choosesAfterCalls(token),
  });

export const useCancelByMissedCall = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/missedcall/cancel", withLink(token)),
    ...choosesAfterCalls(token),
  });
