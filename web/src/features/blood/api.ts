/** Blood donors and blood requests, as visitors and by private links. */
import { keepPreviousData } from "@tanstack/react-query";
import { showFailure, useChange } from "../../api/change";
import { api, withLink } from "../../api/client";
import { pollingDelay } from "../../api/polling";
import { refusedAs } from "../../api/problem";
import { type Call, query } from "../../api/query";
import type { components } from "../../api/schema";
import { serverNow } from "../../lib/server-clock";
import { showMessage } from "../../lib/toasts";

export type Donor = components["schemas"]["DonorView"];
type DonorChanges = components["schemas"]["DonorChange"];
export type Reveal = components["schemas"]["RevealView"];
export type DistrictDonors = components["schemas"]["DistrictCounts"];
type Registration = components["schemas"]["DonorRequest"];

/** Takes effect after the mailed link. The answer does not reveal whether the donor is known. */
export const useRegisterDonor = () =>
  useChange({ call: (body: Registration) => api.public.POST("/user/api/bloodregister", { body }) });

/** The answer does not reveal whether the address has a donor. */
export const useDonorLink = () =>
  useChange({
    call: (body: { Email: string }) => api.public.POST("/user/api/blooddonor/link", { body }),
    isAnswerShown: true,
  });

/** Confirms the registration: the donor can be asked. */
export const useConfirmDonor = (token: string) =>
  useDonorChange(token, () => api.public.POST("/user/api/blooddonor/confirm", withLink(token)));

/** Ends all other private links. */
export const useEndOtherLinks = (token: string) =>
  useChange({ call: () => api.public.DELETE("/user/api/blooddonor/links", withLink(token)) });

export const donorQuery = (token: string) =>
  query(["blood-donor", token], (signal) =>
    api.public.GET("/user/api/blooddonor", { ...withLink(token), signal }),
  );

/** The disclosures of the donor's number. */
export const revealsQuery = (token: string) =>
  query(["blood-donor-reveals", token], (signal) =>
    api.public.GET("/user/api/blooddonor/reveals", { ...withLink(token), signal }),
  );

/** A change whose answer is the updated donor. */
function useDonorChange<Input = void>(token: string, call: (input: Input) => Call<{ data: Donor }>) {
  return useChange({
    call,
    answers: donorQuery(token),
    refreshes: (queries) => void queries.invalidateQueries(revealsQuery(token)),
  });
}

/** Omitted fields stay. */
export const useUpdateDonor = (token: string) =>
  useDonorChange(token, (body: DonorChanges) =>
    api.public.PUT("/user/api/blooddonor", { ...withLink(token), body }),
  );

/** Without a day: until resumed. */
export const usePauseDonor = (token: string) =>
  useDonorChange(token, (body: { until?: string }) =>
    api.public.POST("/user/api/blooddonor/pause", { ...withLink(token), body }),
  );

export const useResumeDonor = (token: string) =>
  useDonorChange(token, () => api.public.POST("/user/api/blooddonor/resume", withLink(token)));

/** Starts the resting period. */
export const useReportDonation = (token: string) =>
  useDonorChange(token, (body: { date: string }) =>
    api.public.POST("/user/api/blooddonor/donation", { ...withLink(token), body }),
  );

/** Accepts the data of a second registration; the server refuses another version than shown. */
export const useTakeOverChange = (token: string) =>
  useDonorChange(token, (body: { version: string }) =>
    api.public.POST("/user/api/blooddonor/change", { ...withLink(token), body }),
  );

export const useDiscardChange = (token: string) =>
  useDonorChange(token, () => api.public.DELETE("/user/api/blooddonor/change", withLink(token)));

/** The link ends with it. */
export const useEraseDonor = (token: string) =>
  useChange({
    call: () => api.public.DELETE("/user/api/blooddonor", withLink(token)),
    refreshes: (queries) => void queries.invalidateQueries(donorQuery(token)),
  });

export const bloodFactsQuery = () =>
  query(["blood-facts"], (signal) => api.public.GET("/user/api/blood/facts", { signal }));

export type AcceptedDonor = components["schemas"]["AcceptedDonor"];
export type FormerDonor = components["schemas"]["FormerDonor"];
export type Answer = components["schemas"]["AnswerView"];
export type OwnRequest = components["schemas"]["RequestView"];
type NewRequest = components["schemas"]["BloodRequest"];

/** No donor is asked before the mailed link is confirmed. */
export const useRequestBlood = () =>
  useChange({
    call: (body: NewRequest) => api.public.POST("/user/api/bloodrequest", { body }),
    isAnswerShown: true,
  });

const aMoment = 2_000;

/** Polled while donors are asked or may withdraw. */
export function isRunning(status: string | undefined): boolean {
  return status === "Open" || status === "Matched";
}

function isDue(nextWaveAt: string | null | undefined): boolean {
  return !!nextWaveAt && Date.parse(nextWaveAt) <= serverNow();
}

type RequestState = Parameters<typeof pollingDelay>[0] & { state: { data?: OwnRequest } };

function pauseBefore(query: RequestState): number | false {
  const { data } = query.state;
  if (!data || !isRunning(data.status)) return false;
  return pollingDelay(query, isDue(data.nextWaveAt) ? aMoment : undefined);
}

const requestQuestion = (token: string) =>
  query(["blood-request", token], (signal) =>
    api.public.GET("/user/api/bloodrequest", { ...withLink(token), signal }),
  );

/** Polled while answers may come. */
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
  query(["blood-answer", token], (signal) =>
    api.public.GET("/user/api/bloodanswer", { ...withLink(token), signal }),
  );

/** Enough donors accepted already: not an error for the donor. */
function explain(error: Error): void {
  if (refusedAs(error, "no_longer_needed")) showMessage(error.message);
  else showFailure(error);
}

/** Both sides see each other's number from then on. */
export const useAcceptRequest = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/bloodanswer/accept", withLink(token)),
    answers: answerQuery(token),
    onFailure: explain,
  });

/** Declines, and withdraws an earlier acceptance. */
export const useDeclineRequest = (token: string) =>
  useChange({
    call: () => api.public.POST("/user/api/bloodanswer/decline", withLink(token)),
    answers: answerQuery(token),
    onFailure: explain,
  });

/** Reports a donor to the administrator, or, by a donor's link, the requester. */
export const useReport = (token: string, donor?: string) =>
  useChange<unknown, string>({
    call: (reason) =>
      donor === undefined
        ? api.public.POST("/user/api/bloodanswer/report", { ...withLink(token), body: { reason } })
        : api.public.POST("/user/api/bloodrequest/report", { ...withLink(token), body: { donor, reason } }),
    answers: donor === undefined ? answerQuery(token) : requestQuestion(token),
  });

/** Maximum number of suggestions. */
const suggestions = "20";

/** Hospitals of the directory whose name starts with the text. */
export const hospitalNamesQuery = (q: string) => ({
  ...query(["hospital-names", q], (signal) =>
    api.public.GET("/user/api/hospitals", { params: { query: { q, limit: suggestions } }, signal }),
  ),
  placeholderData: keepPreviousData,
  enabled: q.length > 1,
});
