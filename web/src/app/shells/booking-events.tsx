/** One event stream for all pages of the doctor's and the desk's areas, with their shared cache. */

import { QueryClientProvider } from "@tanstack/react-query";
import { SessionBar } from "../../components/session-bar";
import { type DeskScope, ownScope, useDeskScope } from "../../features/appointments/api";
import { useBookingEvents } from "../../features/appointments/use-booking-events";
import { queryClient } from "../scopes/query-client";

export function BookingEvents({ shell }: { shell: DeskScope["role"] }) {
  return (
    <QueryClientProvider client={queryClient}>
      {shell === "doctor" ? <ListeningOwn /> : <ListeningAtDesk />}
    </QueryClientProvider>
  );
}

function ListeningOwn() {
  const at = ownScope();
  return at.docId === "" ? null : <Listening at={at} />;
}

function ListeningAtDesk() {
  const at = useDeskScope();
  return at ? <Listening key={at.docId} at={at} /> : null;
}

function Listening({ at }: { at: DeskScope }) {
  const { ending, stay } = useBookingEvents(at);
  return <SessionBar ending={ending} onStay={stay} />;
}
