import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { SessionBar } from "../../components/session-bar";
import { workerProfileQuery } from "../../features/business/api";
import { useHospitalEvents } from "../../features/business/use-hospital-events";
import { idOf, useOwnId } from "../../lib/session";
import { queryClient } from "../scopes/query-client";
import { hospitalEntries } from "./staff-entries";
import { StaffLink } from "./staff-link";

interface HospitalLinkProps {
  folded: boolean;
  onLeave?: () => void;
}

/** Hospitals have doctors and patients who need blood; pharmacies share their area but for these entries. */
export function HospitalLink(props: HospitalLinkProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <LinkOfHospital {...props} />
    </QueryClientProvider>
  );
}

function LinkOfHospital({ folded, onLeave }: HospitalLinkProps) {
  const profile = useQuery(workerProfileQuery(idOf("worker") ?? ""));
  if (profile.data?.category !== "Hospital") return null;
  return hospitalEntries.map((entry) => (
    <StaffLink key={entry.to} entry={entry} folded={folded} onLeave={onLeave} />
  ));
}

/** One event stream for all pages of a hospital, with their shared cache. */
export function HospitalEvents() {
  const id = useOwnId("worker");
  return (
    <QueryClientProvider client={queryClient}>
      {id && <ListeningIfHospital key={id} id={id} />}
    </QueryClientProvider>
  );
}

/** Pharmacies have no events. */
function ListeningIfHospital({ id }: { id: string }) {
  const isHospital = useQuery(workerProfileQuery(id)).data?.category === "Hospital";
  return isHospital ? <Listening id={id} /> : null;
}

function Listening({ id }: { id: string }) {
  const { ending, stay } = useHospitalEvents(id);
  return <SessionBar ending={ending} onStay={stay} />;
}
