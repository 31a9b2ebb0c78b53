/** The ear of the doctor's and the desk's areas: one stream for all of their pages, with the cache that they share. */
import { QueryClientProvider } from "@tanstack/react-query";
import { SessionBar } from "../components/session-bar";
import { type AtDesk, ownDesk } from "../features/booking/at-desk";
import { useAtDesk } from "../features/booking/use-at-desk";
import { useBookingNews } from "../features/booking/use-booking-news";
import { queryClient } from "./query-client";

export function BookingNews({ shell }: { shell: AtDesk["role"] }) {
  return (
    <QueryClientProvider client={queryClient}>
      {shell === "doctor" ? <ListeningOwn /> : <ListeningAtDesk />}
    </QueryClientProvider>
  );
}

function ListeningOwn() {
  const at = ownDesk();
  return at.docId === "" ? null : <Listening at={at} />;
}

function ListeningAtDesk() {
  const at = useAtDesk();
  return at ? <Listening key={at.docId} at={at} /> : null;
}

function Listening({ at }: { at: AtDesk }) {
  const { ending, stay } = useBookingNews(at);
  return <SessionBar ending={ending} onStay={stay} />;
}
