/** Donors: joining, their own page by its private link, and how many there are. */
import { useChange } from "../../../api/change";
import { api, withLink } from "../../../api/client";
import { type Call, question } from "../../../api/question";
import type { components } from "../../../api/schema";

export type Donor = components["schemas"]["DonorView"];
type DonorChanges = components["schemas"]["DonorChange"];
export type Reveal = components["schemas"]["RevealView"];
export type DistrictDonors = components["schemas"]["DistrictCounts"];
type Registration = components["schemas"]["DonorRequest"];

/** It counts once the mailed link was used. Whoever is known already gets the same answer. */
export const useRegisterDonor = () =>
  useChange({ call: (body: Registration) => api.public.POST("/user/api/bloodregister", { body }) });

/** The answer, which the page shows, never tells whether the address has a donor. */
export const useDonorLink = () =>
  useChange({
    call: (body: { Email: string }) => api.public.POST("/user/api/blooddonor/link", { body }),
    isAnswerShown: true,
  });

/** It counts only now, and they can be asked. */
export const useConfirmDonor = (token: string) =>
  useDonorChange(token, () => api.public.POST("/user/api/blooddonor/confirm", withLink(token)));

/** Wherever they got to; the one of this page stays. */
export const useEndOtherLinks = (token: string) =>
  useChange({ call: () => api.public.DELETE("/user/api/blooddonor/links", withLink(token)) });

export const donorQuery = (token: string) =>
  question(["blood-donor", token], (signal) =>
    api.public.GET("/user/api/blooddonor", { ...withLink(token), signal }),
  );

/** Who saw the number. */
export const revealsQuery = (token: string) =>
  question(["blood-donor-reveals", token], (signal) =>
    api.public.GET("/user/api/blooddonor/reveals", { ...withLink(token), signal }),
  );

/** A call that answers with the donor as they are then. A number that is no longer the donor's is no longer shown. */
function useDonorChange<Input = void>(token: string, call: (input: Input) => Call<{ data: Donor }>) {
  return useChange({
    call,
    answers: donorQuery(token),
    refreshes: (queries) => void queries.invalidateQueries(revealsQuery(token)),
  });
}

/** What is absent stays as it is. */
export const useUpdateDonor = (token: string) =>
  useDonorChange(token, (body: DonorChanges) =>
    api.public.PUT("/user/api/blooddonor", { ...withLink(token), body }),
  );

/** Without a day: until the donor comes back. */
export const usePauseDonor = (token: string) =>
  useDonorChange(token, (body: { until?: string }) =>
    api.public.POST("/user/api/blooddonor/pause", { ...withLink(token), body }),
  );

export const useResumeDonor = (token: string) =>
  useDonorChange(token, () => api.public.POST("/user/api/blooddonor/resume", withLink(token)));

/** It starts the days of rest. */
export const useReportDonation = (token: string) =>
  useDonorChange(token, (body: { date: string }) =>
    api.public.POST("/user/api/blooddonor/donation", { ...withLink(token), body }),
  );

/** What a second registration said becomes true, as it was seen: another version is refused. */
export const useTakeOverChange = (token: string) =>
  useDonorChange(token, (body: { version: string }) =>
    api.public.POST("/user/api/blooddonor/change", { ...withLink(token), body }),
  );

/** Everything stays as it is. */
export const useDiscardChange = (token: string) =>
  useDonorChange(token, () => api.public.DELETE("/user/api/blooddonor/change", withLink(token)));

/** The link ends with it. */
export const useEraseDonor = (token: string) =>
  useChange({
    call: () => api.public.DELETE("/user/api/blooddonor", withLink(token)),
    refreshes: (queries) => void queries.invalidateQueries(donorQuery(token)),
  });

export const bloodFactsQuery = () =>
  question(["blood-facts"], (signal) => api.public.GET("/user/api/blood/facts", { signal }));
