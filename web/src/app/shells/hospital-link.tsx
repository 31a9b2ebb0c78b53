import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { SessionBar } from "../../components/session-bar";
import { useHospitalNews } from "../../features/blood/use-hospital-news";
import { workerProfileQuery } from "../../features/business/api/own";
import { idOf, useOwnId } from "../../lib/session";
import { queryClient } from "../query-client";
import { hospitalEntries } from "./staff-entries";
import { StaffLink } from "./staff-navigation";

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

/** Listens for all pages of a hospital by one stream, with the cache that they share. */
export function HospitalNews() {
  const id = useOwnId("worker");
  return (
    <QueryClientProvider client={queryClient}>
      {id && <ListeningIfHospital key={id} id={id} />}
    </QueryClientProvider>
  );
}

/** Pharmacies have nothing to hear of. */
function ListeningIfHospital({ id }: { id: string }) {
  const isHospital = useQuery(workerProfileQuery(id)).data?.category === "Hospital";
  return isHospital ? <Listening id={id} /> : null;
}

function Listening({ id }: { id: string }) {
  const { ending, stay } = useHospitalNews(id);
  return <SessionBar ending={ending} onStay={stay} />;
}
