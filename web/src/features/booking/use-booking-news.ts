/** Keeps a doctor's lists fresh while the tab is in sight, and says when a patient has booked. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { followEvents } from "../../api/events";
import { showMessage } from "../../lib/toasts";
import { useVisible } from "../../lib/visibility";
import { m } from "../../paraglide/messages";
import { refreshDoctorBookings } from "./api/doctor-bookings-key";
import { pendingBookingsQuery } from "./api/pending-bookings";

/** How often the server is asked while no stream can be had. */
export const pollingInterval = 30_000;

export function useBookingNews(docId: string): void {
  const client = useQueryClient();
  const isVisible = useVisible();
  const [isStreaming, setStreaming] = useState(false);

  useEffect(() => {
    if (!isVisible) return;
    const stop = followEvents({
      path: `/user/api/doctor/events/${encodeURIComponent(docId)}`,
      role: "doctor",
      onEvent: (topic) => {
        if (topic === "bookings") void refreshDoctorBookings(client, docId);
      },
      onOpenChange: (isOpen) => {
        setStreaming(isOpen);
        // What happened before the stream was open was not heard.
        if (isOpen) void refreshDoctorBookings(client, docId);
      },
    });
    return () => {
      stop();
      setStreaming(false);
    };
  }, [client, docId, isVisible]);

  useEffect(() => {
    if (!isVisible || isStreaming) return;
    const timer = window.setInterval(() => void refreshDoctorBookings(client, docId), pollingInterval);
    return () => window.clearInterval(timer);
  }, [client, docId, isVisible, isStreaming]);

  useGrowthNotice(useQuery(pendingBookingsQuery(docId)).data?.length);
}

function useGrowthNotice(count: number | undefined): void {
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (count === undefined) return;
    if (before.current !== undefined && count > before.current) showMessage(m.live_new_booking());
    before.current = count;
  }, [count]);
}
