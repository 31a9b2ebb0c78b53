/** Listens for the doctor's, the desk's and the hospital's areas: one stream for all of their pages, with the cache that they share. */
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { SessionBar } from "../components/session-bar";
import { useHospitalNews } from "../features/blood/use-hospital-news";
import { type AtDesk, ownDesk } from "../features/booking/at-desk";
import { useAtDesk } from "../features/booking/use-at-desk";
import { useBookingNews } from "../features/booking/use-booking-news";
import { workerProfileQuery } from "../features/business/api/own";
import { useOwnId } from "../lib/session";
import { queryClient } from "./query-client";

export function BookingNews({ shell }: { shell: AtDesk["role"] | "business" }) {
  return (
    <QueryClientProvider client={queryClient}>
      {shell === "doctor" && <ListeningOwn />}
      {shell === "desk" && <ListeningAtDesk />}
      {shell === "business" && <ListeningWorker />}
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

function ListeningWorker() {
  const id = useOwnId("worker");
  return id ? <ListeningIfHospital key={id} id={id} /> : null;
}

/** Pharmacies have nothing to hear of. */
function ListeningIfHospital({ id }: { id: string }) {
  const isHospital = useQuery(workerProfileQuery(id)).data?.category === "Hospital";
  return isHospital ? <ListeningHospital id={id} /> : null;
}

function ListeningHospital({ id }: { id: string }) {
  const { ending, stay } = useHospitalNews(id);
  return <SessionBar ending={ending} onStay={stay} />;
}

function Listening({ at }: { at: AtDesk }) {
  const { ending, stay } = useBookingNews(at);
  return <SessionBar ending={ending} onStay={stay} />;
}
