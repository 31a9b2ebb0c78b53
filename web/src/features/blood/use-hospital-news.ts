/** Keeps a hospital's pages fresh while the tab is in sight, and says when a new request for blood names it. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { hospitalKey } from "../../api/hospital";
import { useNews } from "../../api/use-news";
import { setPendingRequests } from "../../lib/pending-requests";
import { showMessage } from "../../lib/toasts";
import { m } from "../../paraglide/messages";
import { type HospitalRequest, hospitalRequestsQuery } from "./api/hospital-requests";

export function useHospitalNews(hospitalId: string) {
  const news = useNews({
    path: `/user/api/worker/events/${encodeURIComponent(hospitalId)}`,
    role: "worker",
    topic: "news",
    queryKey: hospitalKey(hospitalId),
  });
  const requests = useQuery(hospitalRequestsQuery(hospitalId)).data;
  useNewRequestNotice(requests);
  useMenuBadge(requests?.filter(({ look }) => look !== "done").length ?? 0);
  return news;
}

/** The number of requests that the hospital has not confirmed. It is forgotten when these pages are left. */
function useMenuBadge(count: number): void {
  useEffect(() => {
    setPendingRequests(count);
    return () => setPendingRequests(0);
  }, [count]);
}

/** By id, not by number: one may end at the moment at which another begins. */
function useNewRequestNotice(requests: readonly HospitalRequest[] | undefined): void {
  const known = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (!requests) return;
    const before = known.current;
    if (before && requests.some(({ _id }) => !before.has(_id))) showMessage(m.business_blood_new());
    known.current = new Set([...(before ?? []), ...requests.map(({ _id }) => _id)]);
  }, [requests]);
}
