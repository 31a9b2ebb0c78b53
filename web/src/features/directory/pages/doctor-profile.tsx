import { useQuery } from "@tanstack/react-query";
import { referenceQuery } from "../../../api/reference";
import { bothOf, Loaded } from "../../../components/loaded";
import { ProfileSkeleton } from "../../../components/profile-skeleton";
import { idOf } from "../../../lib/session";
import { doctorProfileQuery } from "../api/own";
import { DoctorIdentity } from "../components/doctor-identity";
import { DoctorProfileForm } from "../components/doctor-profile-form";

export function Page({ title }: { title: string }) {
  const profile = useQuery(doctorProfileQuery(idOf("doctor") ?? ""));
  const reference = useQuery(referenceQuery());
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="mb-6 text-2xl font-bold sm:text-3xl">{title}</h1>
      <Loaded heading="h2" load={bothOf(profile, reference)} waiting={<Waiting />}>
        {([known, { states }]) => (
          <div className={gridLook}>
            <DoctorIdentity profile={known} />
            <DoctorProfileForm profile={known} states={states} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

const gridLook = "grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[18rem_minmax(0,1fr)] lg:items-start";

function Waiting() {
  return (
    <div className={gridLook}>
      <ProfileSkeleton rows={4} />
      <ProfileSkeleton rows={8} />
    </div>
  );
}
