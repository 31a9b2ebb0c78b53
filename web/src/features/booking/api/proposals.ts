/** What doctors asked a patient to come again for. */
import { sayFailure, useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";
import { refreshBookings } from "./patient";

export type Proposal = components["schemas"]["ProposalView"];

/** With up to three slots each that are free now. It hangs below the bookings, with which it changes. */
export const proposalsQuery = (userId: string) =>
  question(["bookings", userId, "", "proposals"], (signal) =>
    api.user.GET("/user/api/user/followups/{userId}", { params: { path: { userId } }, signal }),
  );

interface Taken {
  id: string;
  date: string;
  time: string;
}

export const useTakeProposal = (userId: string) =>
  useChange({
    call: ({ id, ...body }: Taken) =>
      api.user.POST("/user/api/user/followups/{userId}/{id}", { params: { path: { userId, id } }, body }),
    refreshes: refreshBookings,
    onFailure: sayFailure,
  });

export const useDeclineProposal = (userId: string) =>
  useChange({
    call: (id: string) =>
      api.user.DELETE("/user/api/user/followups/{userId}/{id}", { params: { path: { userId, id } } }),
    refreshes: refreshBookings,
    onFailure: sayFailure,
  });
