/** Requests for blood: making one, the requester's own page, and a donor's answer, each by its mailed link. */
import { sayFailure, useChange } from "../../../api/change";
import { api, withLink } from "../../../api/client";
import { nextPoll } from "../../../api/polling";
import { refusedAs } from "../../../api/problem";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";
import { serverNow } from "../../../lib/server-clock";
import { showMessage } from "../../../lib/toasts";

export type AcceptedDonor = components["schemas"]["AcceptedDonor"];
export type FormerDonor = components["schemas"]["FormerDonor"];
export type Answer = components["schemas"]["AnswerView"];
export type OwnRequest = components["schemas"]["RequestView"];
type NewRequest = components["schemas"]["BloodRequest"];

/** Nobody is asked before the mailed link is confirmed. The page shows the answer. */
export const useRequestBlood = () =>
  useChange({
    call: (body: NewRequest) => api.public.POST("/user/api/bloodrequest", { body }),
    isAnswerShown: true,
  });

const aMoment = 2_000;

/** While donors are asked, and while one of them may still take a yes back. */
export function isRunning(status: string | undefined): boolean {
  return status === "Open" || status === "Matched";
}

/** Donors are being asked at this moment. */
function isDue(nextWaveAt: string | null | undefined): boolean {
  return !!nextWaveAt && Date.parse(nextWaveAt) <= serverNow();
}

type RequestState = Parameters<typeof nextPoll>[0] & { state: { data?: OwnRequest } };

function pauseBefore(query: RequestState): number | false {
  const { data } = query.state;
  if (!data || !isRunning(data.status)) return false;
  return nextPoll(query, isDue(data.nextWaveAt) ? aMoment : undefined);
}

const requestQuestion = (token: string) =>
  question(["blood-request", token], (signal) =>
    api.public.GET("/user/api/bloodrequest", { ...withLink(token), signal }),
  );

/** Asked again while answers may come; a hidden tab rests. */
export const ownRequestQuery = (token: string) => ({
  ...requestQuestion(token),
  refetchInterval: pauseBefore,
});

/** The first donors are asked. */
export const useConfirmRequest = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/bloodrequest/confirm", withLink(token)),
    answers: requestQuestion(token),
  });

/** A fulfilled one thanks the donors who said yes. */
export const useCloseRequest = (token: string) =>
  useChange({
    call: (body: { fulfilled: boolean }) =>
      api.public.POST("/user/api/bloodrequest/close", { ...withLink(token), body }),
    answers: requestQuestion(token),
  });

export const answerQuery = (token: string) =>
  question(["blood-answer", token], (signal) =>
    api.public.GET("/user/api/bloodanswer", { ...withLink(token), signal }),
  );

/** Others were faster: the server thanks, which is no error to the donor. */
function explain(error: Error): void {
  if (refusedAs(error, "no_longer_needed")) showMessage(error.message);
  else sayFailure(error);
}

/** Both sides see each other's number from then on. */
export const useAcceptRequest = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/bloodanswer/accept", withLink(token)),
    answers: answerQuery(token),
    onFailure: explain,
  });

/** It also takes an earlier yes back. */
export const useDeclineRequest = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/bloodanswer/decline", withLink(token)),
    answers: answerQuery(token),
    onFailure: explain,
  });

/** Something is wrong with the other side: with a donor who said yes, or, by a donor's link, with the requester. */
export const useReport = (token: string, donor?: string) =>
  useChange<unknown, string>({
    call: (reason) =>
      donor === undefined
        ? api.public.POST("/user/api/bloodanswer/report", { ...withLink(token), body: { reason } })
        : api.public.POST("/user/api/bloodrequest/report", { ...withLink(token), body: { donor, reason } }),
    answers: donor === undefined ? answerQuery(token) : requestQuestion(token),
  });
