/** What a patient is offered: follow-ups, visits that a desk booked for their number, and other times for visits whose session moves. */
import { showFailure, useChange } from "../../../api/change";
import { api, inPath, withLink } from "../../../api/client";
import { query } from "../../../api/query";
import type { components } from "../../../api/schema";
import { refreshBookings } from "../api";

/** What all changes here have in common. */
const changesBookings = { refreshes: refreshBookings, onFailure: showFailure };

/** Changes by a link are answered with the updated offer of the link. */
const changesByLink = { ...changesBookings, shownOnPage: ["link_ended"] };

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
    ...changesBookings,
  });

export const useDeclineProposal = (userId: string) =>
  useChange({
    call: (id: string) => api.user.DELETE("/user/api/user/followups/{userId}/{id}", inPath({ userId, id })),
    ...changesBookings,
  });

export type LinkedFollowUp = components["schemas"]["LinkedFollowUpView"];

/** The follow-up of a link; reading it books nothing. */
export const followUpByLinkQuery = (token: string) =>
  query(["follow-up link", token], (signal) =>
    api.public.GET("/user/api/followup", { ...withLink(token), signal }),
  );

export const useTakeByLink = (token: string) =>
  useChange({
    call: (body: Omit<AcceptedTime, "id">) =>
      api.public.POST("/user/api/followup/take", { ...withLink(token), body }),
    answers: followUpByLinkQuery(token),
    ...changesByLink,
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
    ...changesBookings,
  });

export const useDisclaim = (userId: string) =>
  useChange({
    call: (id: string) => api.user.DELETE("/user/api/user/claims/{userId}/{id}", inPath({ userId, id })),
    ...changesBookings,
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
    ...changesBookings,
  });

export const useDeclineMove = (userId: string) =>
  useChange({
    call: (id: string) => api.user.DELETE("/user/api/user/moves/{userId}/{id}", inPath({ userId, id })),
    ...changesBookings,
  });

/** The proposed time of a link; reading it changes nothing. */
export const moveByLinkQuery = (token: string) =>
  query(["move link", token], (signal) =>
    api.public.GET("/user/api/visitmove", { ...withLink(token), signal }),
  );

export const useAcceptMoveByLink = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/visitmove/accept", withLink(token)),
    answers: moveByLinkQuery(token),
    ...changesByLink,
  });

export const useDeclineMoveByLink = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/visitmove/decline", withLink(token)),
    answers: moveByLinkQuery(token),
    ...changesByLink,
  });

export type MissedCall = components["schemas"]["MissedCallView"];

/** The consultation by phone of a link; reading it changes nothing. */
export const missedCallQuery = (token: string) =>
  query(["missed call", token], (signal) =>
    api.public.GET("/user/api/missedcall", { ...withLink(token), signal }),
  );

export const useMoveByMissedCall = (token: string) =>
  useChange({
    call: (body: Omit<AcceptedTime, "id">) =>
      api.public.POST("/user/api/missedcall/move", { ...withLink(token), body }),
    answers: missedCallQuery(token),
    ...changesByLink,
  });

export const useCancelByMissedCall = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/missedcall/cancel", withLink(token)),
    answers: missedCallQuery(token),
    ...changesByLink,
  });
