/** /business/profile: a hospital or pharmacy, and its opening hours. */
import { useQuery } from "@tanstack/react-query";
import { referenceQuery } from "../../../api/reference";
import { bothOf, Loaded } from "../../../components/loaded";
import { ProfileSkeleton } from "../../../components/profile-skeleton";
import { idOf } from "../../../lib/session";
import { workerProfileQuery } from "../api/own";
import { WorkerIdentity } from "../components/worker-identity";
import { WorkerProfileForm } from "../components/worker-profile-form";

export function Page({ title }: { title: string }) {
  const profile = useQuery(workerProfileQuery(idOf("worker") ?? ""));
  const reference = useQuery(referenceQuery());
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="mb-6 text-2xl font-bold sm:text-3xl">{title}</h1>
      <Loaded heading="h2" load={bothOf(profile, reference)} waiting={<Waiting />}>
        {([known, { states }]) => (
          <div className={gridLook}>
            <WorkerIdentity profile={known} />
            <WorkerProfileForm profile={known} states={states} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

const gridLook = "grid gap-5 lg:grid-cols-[18rem_minmax(0,1fr)] lg:items-start";

function Waiting() {
  return (
    <div className={gridLook}>
      <ProfileSkeleton rows={2} />
      <ProfileSkeleton rows={10} />
    </div>
  );
}
