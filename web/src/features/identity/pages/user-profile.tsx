import { useQuery } from "@tanstack/react-query";
import { referenceQuery } from "../../../api/reference";
import { ErrorState } from "../../../components/error-state";
import { ProfileSkeleton } from "../../../components/profile-skeleton";
import { idOf } from "../../../lib/session";
import { profileQuery } from "../api/profile";
import { AccountData } from "../components/account-data";
import { ProfileForm } from "../components/profile-form";

export function Page({ title }: { title: string }) {
  const profile = useQuery(profileQuery(idOf("user") ?? ""));
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
    <div className="page max-w-3xl py-8 sm:py-12">
      <h1 className="mb-6 text-2xl font-bold sm:text-3xl">{title}</h1>
      {profile.data && reference.data ? (
        <>
          <ProfileForm profile={profile.data} states={reference.data.states} />
          <AccountData userId={profile.data._id} />
        </>
      ) : (
        <ProfileSkeleton rows={8} />
      )}
    </div>
  );
}
