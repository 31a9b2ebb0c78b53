import { useQuery } from "@tanstack/react-query";
import { referenceQuery } from "../../../api/reference";
import { ErrorState } from "../../../components/error-state";
import { ProfileSkeleton } from "../../../components/profile-skeleton";
import { idOf } from "../../../lib/session";
import { doctorProfileQuery } from "../api/doctor-profile";
import { DoctorIdentity } from "../components/doctor-identity";
import { DoctorProfileForm } from "../components/doctor-profile-form";

export function Page({ title }: { title: string }) {
  const profile = useQuery(doctorProfileQuery(idOf("doctor") ?? ""));
  const reference = useQuery(referenceQuery());

  function retry(): void {
    if (profile.isError) void profile.refetch();
    if (reference.isError) void reference.refetch();
  }

  // What is there stays there: a refetch that fails must not take away what somebody is typing.
  if ((profile.isError && !profile.data) || (reference.isError && !reference.data)) {
    return <ErrorState onRetry={retry} />;
  }
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="mb-6 text-2xl font-bold sm:text-3xl">{title}</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[18rem_minmax(0,1fr)] lg:items-start">
        {profile.data && reference.data ? (
          <>
            <DoctorIdentity profile={profile.data} />
            <DoctorProfileForm profile={profile.data} states={reference.data.states} />
          </>
        ) : (
          <>
            <ProfileSkeleton rows={4} />
            <ProfileSkeleton rows={8} />
          </>
        )}
      </div>
    </div>
  );
}
