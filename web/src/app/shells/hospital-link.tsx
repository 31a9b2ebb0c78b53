import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { workerProfileQuery } from "../../features/business/api/own";
import { idOf } from "../../lib/session";
import { queryClient } from "../query-client";
import { hospitalEntry } from "./staff-entries";
import { StaffLink } from "./staff-navigation";

interface HospitalLinkProps {
  folded: boolean;
  onLeave?: () => void;
}

/** Hospitals have doctors; pharmacies share their area but for this entry. */
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
  return <StaffLink entry={hospitalEntry} folded={folded} onLeave={onLeave} />;
}
