import { useQuery } from "@tanstack/react-query";
import { Download, KeyRound, ShieldPlus, Trash2, UsersRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import * as v from "valibot";
import { useFieldErrors } from "../../../api/change";
import { usePendingEmail } from "../../../api/pending-email";
import { refusedFields } from "../../../api/problem";
import { referenceQuery, type State } from "../../../api/reference";
import { Avatar } from "../../../components/avatar";
import { Button } from "../../../components/button";
import { Card, TitledCard } from "../../../components/card";
import { Checkbox } from "../../../components/checkbox";
import { Dialog } from "../../../components/dialog";
import { Form } from "../../../components/form";
import { LinkButton } from "../../../components/links";
import { bothOf, Loaded } from "../../../components/loaded";
import { contactRows, ProfileForm, placeRows, RowsSkeleton } from "../../../components/profile";
import { Skeleton } from "../../../components/skeletons";
import { leaveDialogs } from "../../../lib/overlay-history";
import { paths } from "../../../lib/paths";
import type { Section } from "../../../lib/profile";
import { birthDate, genderOptions } from "../../../lib/profile-values";
import { forgetEverything, idOf } from "../../../lib/session";
import { m } from "../../../messages";
import { useDeleteAccount, useOwnData, useUpdateProfile } from "../api/account";
import { type Profile, profileQuery } from "../api/profile";
import { remindersQuery, useUpdateReminders } from "../api/reminders";
import { LazyPushDevices } from "../components/lazy-push-devices";
import { OwnProof } from "../components/own-proof";
import { PhoneMessages } from "../components/phone-messages";

const sections: Section<Profile>[] = [
  {
    title: ({ username }) => username,
    text: ({ email, phone_number }) => email || phone_number,
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
            <LoginOffer profile={known} />
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
            <LazyPushDevices who="user" />
            {known.phone_number !== "" && <PhoneMessages userId={known._id} />}
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
  const proof = <OwnProof userId={profile._id} hint={m.profile_password_hint()} />;
  return <ProfileForm {...{ profile, states, sections, save, fields, pendingEmail, proof }} />;
}

/** Offers a password to an account that only has a number, and help to one that lost its number. */
function LoginOffer({ profile: { email, phone_number, hasPassword } }: { profile: Profile }) {
  if (email !== "" || hasPassword) return null;
  return (
    <section aria-labelledby="login-offer" className="mb-6 rounded-card bg-pending-soft p-4 sm:p-5">
      <h2 id="login-offer" className="flex items-center gap-2 font-bold">
        <ShieldPlus aria-hidden className="size-5 shrink-0 text-pending-ink" />
        {phone_number === "" ? m.number_lost_title() : m.login_offer_title()}
      </h2>
      <p className="mt-1">{phone_number === "" ? m.number_lost_text() : m.login_offer_text()}</p>
      <div className="mt-4">
        {phone_number === "" ? (
          <LinkButton tone="quiet" to={paths.contact}>
            {m.contact_title()}
          </LinkButton>
        ) : (
          <LinkButton tone="quiet" to={paths.userPassword}>
            {m.login_offer_password()}
          </LinkButton>
        )}
      </div>
    </section>
  );
}

/** Two checkboxes that save immediately. */
function Reminders({ userId }: { userId: string }) {
  const reminders = useQuery(remindersQuery(userId));
  const saving = useUpdateReminders(userId);
  return (
    <TitledCard title={m.reminders_title()} text={m.reminders_text()} className="mt-6">
      <Loaded
        heading="h3"
        load={reminders}
        fallback={<Skeleton className="grid gap-3" blocks={2} look="h-11" />}
      >
        {(saved) => {
          const { evening, soon } = { ...saved, ...(saving.isPending ? saving.variables : undefined) };
          return (
            <>
              <Checkbox
                name="evening"
                isChecked={evening}
                onChange={(wanted) => saving.mutate({ evening: wanted })}
              >
                {m.reminders_evening()}
              </Checkbox>
              <Checkbox name="soon" isChecked={soon} onChange={(wanted) => saving.mutate({ soon: wanted })}>
                {m.reminders_soon()}
              </Checkbox>
            </>
          );
        }}
      </Loaded>
    </TitledCard>
  );
}

/** Download and deletion of the account's data. */
function AccountData({ userId }: { userId: string }) {
  const ownData = useOwnData(userId);
  const [asking, setAsking] = useState(false);

  return (
    <Card className="mt-6 sm:p-8">
      <h2 className="text-xl font-bold">{m.profile_data_title()}</h2>
      <p className="mt-1 text-muted">{m.profile_data_text()}</p>
      <div className="mt-6 flex flex-wrap gap-3 max-sm:flex-col">
        <Button tone="quiet" isPending={ownData.isPending} onPress={() => ownData.mutate()}>
          <Download aria-hidden className="size-5" />
          {m.profile_download()}
        </Button>
        <Button tone="quiet" onPress={() => setAsking(true)}>
          <Trash2 aria-hidden className="size-5 text-blood" />
          <span className="text-blood-ink">{m.profile_delete()}</span>
        </Button>
      </div>
      <DeleteAccount userId={userId} isOpen={asking} onClose={() => setAsking(false)} />
    </Card>
  );
}

const proofShape = v.object({
  password: v.optional(v.string()),
  challenge: v.optional(v.string()),
  code: v.optional(v.string()),
});

interface DeleteAccountProps {
  userId: string;
  isOpen: boolean;
  onClose: () => void;
}

function DeleteAccount({ userId, isOpen, onClose }: DeleteAccountProps) {
  const deletion = useDeleteAccount(userId);
  const navigate = useNavigate();
  const { key } = useLocation();
  const deleted = useRef(false);

  // The token is removed with the page: removed earlier, the guard would redirect to the login.
  useEffect(
    () => () => {
      if (deleted.current) forgetEverything();
    },
    [],
  );

  function close(): void {
    deletion.reset();
    onClose();
  }

  function submit(form: FormData): void {
    deletion.mutate(v.parse(proofShape, Object.fromEntries(form)), {
      onSuccess: () => {
        deleted.current = true;
        leaveDialogs(key, () => navigate(paths.home, { replace: true }));
      },
    });
  }

  if (!isOpen) return null;
  return (
    <Dialog title={m.profile_delete_title()} onClose={close}>
      <p>{m.profile_delete_text()}</p>
      <ul className="mt-3 mb-6 list-disc space-y-1 ps-5">
        <li>{m.profile_delete_bookings()}</li>
        <li>{m.profile_delete_data()}</li>
        <li>{m.profile_delete_sessions()}</li>
      </ul>
      <Form errors={refusedFields(deletion.error)} onSubmit={submit}>
        <OwnProof userId={userId} name="password" />
        <div className="flex flex-wrap gap-3 max-sm:flex-col">
          <Button type="submit" tone="blood" isPending={deletion.isPending}>
            {m.profile_delete()}
          </Button>
          <Button tone="quiet" onPress={close}>
            {m.profile_delete_keep()}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
