import { useQuery } from "@tanstack/react-query";
import { referenceQuery } from "../../../api/reference";
import { bothOf, Loaded } from "../../../components/loaded";
import { ProfileSkeleton } from "../../../components/profile-skeleton";
import { idOf } from "../../../lib/session";
import { profileQuery } from "../api/account";
import { AccountData } from "../components/account-data";
import { ProfileForm } from "../components/profile-form";

export function Page({ title }: { title: string }) {
  const profile = useQuery(profileQuery(idOf("user") ?? ""));
  const reference = useQuery(referenceQuery());
  return (
    <div className="page max-w-3xl py-8 sm:py-12">
      <h1 className="mb-6 text-2xl font-bold sm:text-3xl">{title}</h1>
      <Loaded heading="h2" load={bothOf(profile, reference)} waiting={<ProfileSkeleton rows={8} />}>
        {([known, { states }]) => (
          <>
            <ProfileForm profile={known} states={states} />
            <AccountData userId={known._id} />
          </>
        )}
      </Loaded>
    </div>
  );
}
