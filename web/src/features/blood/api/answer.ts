/** A donor's answer to one request, by the link that they were mailed for it. */
import { sayFailure, useChange } from "../../../api/change";
import { api, withLink } from "../../../api/client";
import { refusedAs } from "../../../api/problem";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";
import { showMessage } from "../../../lib/toasts";

export type Answer = components["schemas"]["AnswerView"];

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

/** Something is wrong with the requester. */
export const useReportRequester = (token: string) =>
  useChange({
    call: (reason: string) =>
      api.public.POST("/user/api/bloodanswer/report", { ...withLink(token), body: { reason } }),
    answers: answerQuery(token),
  });
