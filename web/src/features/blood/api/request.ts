/** Requests for blood: making one, and the requester's own page by its private link. */
import { useChange } from "../../../api/change";
import { api, withLink } from "../../../api/client";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";

export type AcceptedDonor = components["schemas"]["AcceptedDonor"];
export type FormerDonor = components["schemas"]["FormerDonor"];
export type OwnRequest = components["schemas"]["RequestView"];
export type NewRequest = components["schemas"]["BloodRequest"];

/** Nobody is asked before the mailed link is confirmed. The page shows the answer. */
export const useRequestBlood = () =>
  useChange({
    call: (body: NewRequest) => api.public.POST("/user/api/bloodrequest", { body }),
    onAnswer: () => undefined,
  });

const halfAMinute = 30_000;
const aMoment = 2_000;

/** While donors are asked, and while one of them may still take a yes back. */
export function isRunning(status: string | undefined): boolean {
  return status === "Open" || status === "Matched";
}

/** Donors are being asked at this moment. */
function isDue(nextWaveAt: string | null | undefined): boolean {
  return !!nextWaveAt && Date.parse(nextWaveAt) <= Date.now();
}

function pauseBefore(next: OwnRequest | undefined): number | false {
  if (!next || !isRunning(next.status)) return false;
  return isDue(next.nextWaveAt) ? aMoment : halfAMinute;
}

const requestQuestion = (token: string) =>
  question(["blood-request", token], (signal) =>
    api.public.GET("/user/api/bloodrequest", { ...withLink(token), signal }),
  );

/** Asked again while answers may come; a hidden tab rests. */
export const ownRequestQuery = (token: string) => ({
  ...requestQuestion(token),
  refetchInterval: ({ state }: { state: { data?: OwnRequest } }) => pauseBefore(state.data),
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

/** Something is wrong with a donor who said yes. */
export const useReportDonor = (token: string, donor: string) =>
  useChange({
    call: (reason: string) =>
      api.public.POST("/user/api/bloodrequest/report", { ...withLink(token), body: { donor, reason } }),
    answers: requestQuestion(token),
  });
