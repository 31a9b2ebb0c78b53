/** Refreshes a doctor's lists by the event stream while the tab is visible, and announces new requests. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useServerEvents } from "../../api/use-server-events";
import { usePendingRequestsBadge } from "../../lib/pending-requests";
import { showMessage } from "../../lib/toasts";
import { m } from "../../messages";
import { bookingsKey, type DeskScope, pendingBookingsQuery } from "./api";

export function useBookingEvents(at: DeskScope) {
  const news = useServerEvents({
    path: `/user/api/doctor/events/${encodeURIComponent(at.docId)}`,
    role: at.role,
    topic: "bookings",
    queryKey: bookingsKey(at),
  });
  const count = useQuery(pendingBookingsQuery(at)).data?.length;
  useGrowthNotice(count);
  usePendingRequestsBadge(count ?? 0);
  return news;
}

function useGrowthNotice(count: number | undefined): void {
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (count === undefined) return;
    if (before.current !== undefined && count > before.current) showMessage(m.clinic_new_request());
    before.current = count;
  }, [count]);
}
