/** The doctor area's ear: one stream for all of its pages, with the cache that they share. */
import { QueryClientProvider } from "@tanstack/react-query";
import { SessionBar } from "../components/session-bar";
import { useBookingNews } from "../features/booking/use-booking-news";
import { idOf } from "../lib/session";
import { queryClient } from "./query-client";

export function BookingNews() {
  const docId = idOf("doctor");
  return docId === null ? null : (
    <QueryClientProvider client={queryClient}>
      <Listening docId={docId} />
    </QueryClientProvider>
  );
}

function Listening({ docId }: { docId: string }) {
  const { ending, stay } = useBookingNews(docId);
  return <SessionBar ending={ending} onStay={stay} />;
}
