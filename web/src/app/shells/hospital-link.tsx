import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { workerProfileQuery } from "../../features/business/api/own";
import { idOf } from "../../lib/session";
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
