import { useQuery } from "@tanstack/react-query";
import { KeyRound, UsersRound } from "lucide-react";
import { useFieldErrors } from "../../../api/field-errors";
import { usePendingEmail } from "../../../api/pending-email";
import { referenceQuery, type State } from "../../../api/reference";
import { Avatar } from "../../../components/avatar";
import { Card } from "../../../components/card";
import { LinkButton } from "../../../components/links";
import { bothOf, Loaded } from "../../../components/loaded";
import { contactRows, ProfileForm, placeRows, RowsSkeleton } from "../../../components/profile";
import { Skeleton } from "../../../components/skeletons";
import { paths } from "../../../lib/paths";
import type { Section } from "../../../lib/profile";
import { birthDate, genderOptions } from "../../../lib/profile-values";
import { idOf } from "../../../lib/session";
import { m } from "../../../messages";
import { type Profile, profileQuery, useUpdateProfile } from "../api/account";
import { AccountData } from "../components/account-data";
import { PhoneMessages } from "../components/phone-messages";
import { Reminders } from "../components/reminders";

const sections: Section<Profile>[] = [
  {
    title: ({ username }) => username,
    text: ({ email }) => email,
    picture: ({ username }) => <Avatar name={username} image={null} />,
    rows: [
      { field: "username", label: m.field_name, text: { autoComplete: "name" } },
      ...contactRows("email", "phone_number"),
      { field: "gender", label: m.profile_gender, isOptional: true, options: genderOptions },
      {
        field: "DOB",
        label: m.profile_birth_date,
        shown: ({ DOB }) => birthDate(DOB ?? ""),
        isOptional: true,
        text: { type: "date", autoComplete: "bday" },
      },
      ...placeRows("state", "district", "pincode", { isOptional: true }),
    ],
  },
];

export function Page({ title }: { title: string }) {
  const profile = useQuery(profileQuery(idOf("user") ?? ""));
  const reference = useQuery(referenceQuery());
  return (
    <div className="page max-w-3xl py-8 sm:py-12">
      <h1 className="mb-6 text-2xl font-bold sm:text-3xl">{title}</h1>
      <Loaded
        heading="h2"
        load={bothOf(profile, reference)}
        fallback={
          <Skeleton>
            <RowsSkeleton rows={8} />
          </Skeleton>
        }
      >
        {([known, { states }]) => (
          <>
            <UserForm profile={known} states={states} />
            <Card className="mt-6 sm:p-8">
              <h2 className="text-xl font-bold">{m.people_title()}</h2>
              <p className="mt-1 mb-6 text-muted">{m.people_text()}</p>
              <LinkButton tone="quiet" to={paths.userPeople}>
                <UsersRound aria-hidden className="size-5" />
                {m.people_title()}
              </LinkButton>
            </Card>
            <Card className="mt-6 sm:p-8">
              <h2 className="text-xl font-bold">{m.security_title()}</h2>
              <p className="mt-1 mb-6 text-muted">{m.security_link_text()}</p>
              <LinkButton tone="quiet" to={paths.userPassword}>
                <KeyRound aria-hidden className="size-5" />
                {m.security_title()}
              </LinkButton>
            </Card>
            <Reminders userId={known._id} />
            <PhoneMessages userId={known._id} />
            <AccountData userId={known._id} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function UserForm({ profile, states }: { profile: Profile; states: readonly State[] }) {
  const save = useUpdateProfile(profile._id);
  const fields = useFieldErrors(save);
  const pendingEmail = usePendingEmail("user");
  return <ProfileForm {...{ profile, states, sections, save, fields, pendingEmail }} />;
}
