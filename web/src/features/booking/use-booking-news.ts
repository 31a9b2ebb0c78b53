/** Keeps the lists of a doctor and of the desk fresh while the tab is in sight, and says when a patient has booked. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNews } from "../../api/use-news";
import { setPendingRequests } from "../../lib/pending-requests";
import { showMessage } from "../../lib/toasts";
import { m } from "../../paraglide/messages";
import { bookingsKey, pendingBookingsQuery } from "./api/doctor";
import type { AtDesk } from "./at-desk";

export function useBookingNews(at: AtDesk) {
  const news = useNews({
    path: `/user/api/doctor/events/${encodeURIComponent(at.docId)}`,
    role: at.role,
    topic: "bookings",
    queryKey: bookingsKey(at),
  });
  const count = useQuery(pendingBookingsQuery(at)).data?.length;
  useGrowthNotice(count);
  useMenuBadge(count ?? 0);
  return news;
}

/** It is another doctor's, or nobody's, once these pages are left. */
function useMenuBadge(count: number): void {
  useEffect(() => {
    setPendingRequests(count);
    return () => setPendingRequests(0);
  }, [count]);
}

function useGrowthNotice(count: number | undefined): void {
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (count === undefined) return;
    if (before.current !== undefined && count > before.current) showMessage(m.live_new_booking());
    before.current = count;
  }, [count]);
}
