/** Refreshes a hospital's pages by its event stream and announces new blood requests. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useServerEvents } from "../../api/use-server-events";
import { usePendingRequestsBadge } from "../../lib/pending-requests";
import { showMessage } from "../../lib/toasts";
import { m } from "../../messages";
import { type HospitalRequest, hospitalKey, hospitalRequestsQuery } from "./api";

export function useHospitalEvents(hospitalId: string) {
  const news = useServerEvents({
    path: `/user/api/worker/events/${encodeURIComponent(hospitalId)}`,
    role: "worker",
    topic: "news",
    queryKey: hospitalKey(hospitalId),
  });
  const requests = useQuery(hospitalRequestsQuery(hospitalId)).data;
  useNewRequestNotice(requests);
  usePendingRequestsBadge(requests?.filter(({ look }) => look !== "done").length ?? 0);
  return news;
}

/** Compares ids, because one request may end as another begins. */
function useNewRequestNotice(requests: readonly HospitalRequest[] | undefined): void {
  const known = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (!requests) return;
    const before = known.current;
    if (before && requests.some(({ _id }) => !before.has(_id))) showMessage(m.business_blood_new());
    known.current = new Set([...(before ?? []), ...requests.map(({ _id }) => _id)]);
  }, [requests]);
}
