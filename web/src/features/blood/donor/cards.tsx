import { useQuery } from "@tanstack/react-query";
import {
  CalendarClock,
  CircleCheck,
  CirclePause,
  Info,
  Link2Off,
  type LucideIcon,
  Pencil,
} from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import * as v from "valibot";
import { refusedFields } from "../../../api/problem";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { Card, TitledCard } from "../../../components/card";
import { Checkbox } from "../../../components/checkbox";
import { Detail } from "../../../components/fact";
import { Form } from "../../../components/form";
import { LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { momentLabel } from "../../../lib/india-time";
import { paths } from "../../../lib/paths";
import { genderOptions, labelOf } from "../../../lib/profile-values";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import {
  type Donor,
  type Reveal,
  revealsQuery,
  useConfirmDonor,
  useEndOtherLinks,
  useUpdateDonor,
} from "../api";
import { LazyDialog, usePlaceName } from "../private-link";
import {
  CONFIRMATION_TTL_DAYS,
  donorRules,
  groupName,
  groupNames,
  LINK_TTL_DAYS,
  recipientsOf,
} from "../rules";
import { changesOf, DonorFields, detailsShape } from "./fields";

const inactiveLook = { Icon: Info, tone: "bg-pending-soft text-pending-ink" };
const looks: Record<string, { Icon: LucideIcon; tone: string }> = {
  ready: { Icon: CircleCheck, tone: "bg-brand-soft text-brand-ink" },
  paused: { Icon: CirclePause, tone: "bg-pending-soft text-pending-ink" },
  resting: { Icon: CalendarClock, tone: "bg-checked-soft text-checked-ink" },
};

function words(donor: Donor): { title: string; text: string } {
  const { status, pausedUntil, canGiveFrom, Blood_group } = donor;
  const group = groupName(Blood_group);
  const { youngest, oldest } = donorRules;
  switch (status) {
    case "unconfirmed":
      return { title: m.donor_unconfirmed(), text: m.donor_unconfirmed_text() };
    case "ready":
      return {
        title: m.donor_ready(),
        text: m.donor_ready_text({ group, groups: groupNames(recipientsOf(Blood_group)) }),
      };
    case "paused":
      return pausedUntil
        ? { title: m.donor_paused_until({ day: dateLabel(pausedUntil) }), text: m.donor_paused_until_text() }
        : { title: m.donor_paused(), text: m.donor_paused_text() };
    case "resting":
      return {
        title: canGiveFrom ? m.donor_resting({ day: dateLabel(canGiveFrom) }) : m.donor_resting_some(),
        text: m.donor_resting_text(),
      };
    case "no_consent":
      return { title: m.donor_no_consent(), text: m.donor_no_consent_text() };
    default:
      return { title: m.donor_outside_age(), text: m.donor_outside_age_text({ youngest, oldest }) };
  }
}

export function DonorStatus({ donor }: { donor: Donor }) {
  const { Icon, tone } = looks[donor.status] ?? inactiveLook;
  const { title, text } = words(donor);
  return (
    <div role="status" className={`flex gap-4 rounded-card p-5 ${tone}`}>
      <Icon aria-hidden className="mt-0.5 size-7 shrink-0" />
      <div>
        <p className="text-xl leading-snug font-bold">{title}</p>
        <p className="mt-1.5">{text}</p>
        {donor.lastDonation && (
          <p className="mt-1.5">{m.donor_last({ day: dateLabel(donor.lastDonation) })}</p>
        )}
      </div>
    </div>
  );
}

/** How long links work, and a button that ends all others. */
export function Links({ token }: { token: string }) {
  const end = useEndOtherLinks(token);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <TitledCard title={m.donor_links_title()} text={m.donor_links_text({ days: LINK_TTL_DAYS })}>
      <Button tone="quiet" onPress={() => setAsking(true)}>
        <Link2Off aria-hidden className="size-5 shrink-0 text-blood" />
        {m.donor_links_cancel()}
      </Button>
      {asking && (
        <LazyDialog
          title={m.donor_links_question()}
          text={m.donor_links_question_text()}
          yes={m.donor_links_cancel()}
          no={m.donor_links_keep()}
          tone="blood"
          isPending={end.isPending}
          onSubmit={() => end.mutate(undefined, { onSettled: close })}
          onClose={close}
        />
      )}
    </TitledCard>
  );
}

/** Requesters who saw the donor's name and number. */
export function Disclosures({ token }: { token: string }) {
  const reveals = useQuery(revealsQuery(token));
  return (
    <TitledCard title={m.donor_seen_title()} text={m.donor_seen_text()}>
      <Loaded load={reveals} fallback={<Skeleton look="h-24" />}>
        {(seen) =>
          seen.length === 0 ? (
            <p className="font-semibold">{m.donor_seen_none()}</p>
          ) : (
            <ul className="flex flex-col gap-4">
              {seen.map((reveal) => (
                <Seen key={`${reveal.firstAt} ${reveal.what?.phoneHint}`} reveal={reveal} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </TitledCard>
  );
}

function Seen({ reveal }: { reveal: Reveal }) {
  const placeOf = usePlaceName();
  const { request, what, firstAt, lastAt, times, lasts } = reveal;
  return (
    <li className="rounded-control border border-line p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-bold wrap-anywhere">
          {request
            ? m.donor_seen_by({ hospital: request.Hospital, place: placeOf(request) })
            : m.donor_seen_forgotten()}
        </h3>
        <Badge tone={lasts ? "pending" : "quiet"}>{lasts ? m.donor_seen_lasts() : m.donor_seen_over()}</Badge>
      </div>
      {request && (
        <p className="text-muted">
          {m.donor_seen_need({ group: groupName(request.Blood_group), day: dateLabel(request.Needed_by) })}
        </p>
      )}
      <dl className="mt-3 grid gap-3 sm:grid-cols-2">
        <Detail label={m.donor_seen_what()}>
          {what ? `${what.Name}, ${what.phoneHint}` : m.donor_seen_what_unknown()}
        </Detail>
        <Detail label={m.donor_seen_times()}>{m.donor_seen_count({ times })}</Detail>
        <Detail label={m.donor_seen_first()}>{momentLabel(firstAt)}</Detail>
        <Detail label={m.donor_seen_last()}>{momentLabel(lastAt)}</Detail>
      </dl>
    </li>
  );
}

interface ConfirmProps {
  token: string;
  donor: Donor;
}

/** Confirms the registration or a new address. Only a link sent to that address can. */
export function Confirm({ token, donor }: ConfirmProps) {
  const { status, canConfirm, newEmailHint } = donor;
  if (canConfirm) return <Ask token={token} newEmailHint={newEmailHint} />;
  if (status === "unconfirmed") return <OtherLink />;
  if (newEmailHint) return <AddressPending hint={newEmailHint} />;
  return null;
}

/** Opening the link confirms nothing, because mail programs open links by themselves. */
function Ask({ token, newEmailHint }: { token: string; newEmailHint?: string | null }) {
  const confirm = useConfirmDonor(token);
  const words = newEmailHint
    ? {
        title: m.donor_address_title(),
        text: m.donor_address_text({ hint: newEmailHint }),
        yes: m.donor_address_confirm(),
      }
    : {
        title: m.donor_confirm_title(),
        text: m.donor_confirm_text({ days: CONFIRMATION_TTL_DAYS }),
        yes: m.donor_confirm(),
      };
  return (
    <TitledCard title={words.title} text={words.text}>
      <div className="grid">
        <Button tone="blood" size="large" isPending={confirm.isPending} onPress={() => confirm.mutate()}>
          {words.yes}
        </Button>
      </div>
    </TitledCard>
  );
}

function OtherLink() {
  return (
    <Card className="sm:p-8">
      <p className="mb-5">{m.donor_confirm_other_text()}</p>
      <LinkButton to={paths.donorLink}>{m.donor_send_link()}</LinkButton>
    </Card>
  );
}

function AddressPending({ hint }: { hint: string }) {
  return (
    <section aria-labelledby="pending-address" className="rounded-card bg-pending-soft p-5 sm:p-8">
      <h2 id="pending-address" className="text-xl font-bold">
        {m.donor_address_waits()}
      </h2>
      <p className="mt-1 wrap-anywhere">{m.donor_address_waits_text({ hint })}</p>
    </section>
  );
}

/** A donor's data and a form to change it. Number and address are masked, because links can leak. */
export function DonorDetails({ token, donor }: { token: string; donor: Donor }) {
  const [editing, setEditing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  function edit(isEditing: boolean): void {
    // The pressed button is removed.
    flushSync(() => setEditing(isEditing));
    heading.current?.focus();
  }

  return (
    <TitledCard
      title={m.donor_details_title()}
      text={editing ? m.donor_details_text() : undefined}
      headingRef={heading}
    >
      {editing ? (
        <DetailsForm token={token} donor={donor} onDone={() => edit(false)} />
      ) : (
        <>
          <DonorFacts facts={donor} />
          <div className="mt-5">
            <Button tone="soft" onPress={() => edit(true)}>
              <Pencil aria-hidden className="size-5 shrink-0" />
              {m.donor_details_change()}
            </Button>
          </div>
        </>
      )}
    </TitledCard>
  );
}

function DetailsForm({ token, donor, onDone }: { token: string; donor: Donor; onDone: () => void }) {
  const update = useUpdateDonor(token);
  const [consent, setConsent] = useState(donor.consent);

  function submit(form: FormData): void {
    update.reset();
    const changes = changesOf(donor, v.parse(detailsShape, Object.fromEntries(form)), consent);
    if (Object.keys(changes).length === 0) onDone();
    else update.mutate(changes, { onSuccess: onDone });
  }

  return (
    <Form isLong errors={refusedFields(update.error)} onSubmit={submit}>
      <DonorFields donor={donor} />
      <Checkbox name="consent" isChecked={consent} onChange={setConsent}>
        {m.donor_consent()}
      </Checkbox>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button tone="quiet" onPress={onDone}>
          {m.donor_details_keep()}
        </Button>
        <Button type="submit" isPending={update.isPending}>
          {m.donor_details_save()}
        </Button>
      </div>
    </Form>
  );
}

type Change = NonNullable<Donor["change"]>;
type Facts = Pick<Change, Exclude<keyof Change, "version" | "differs" | "newEmail">>;

const consentText = ({ consent }: Facts) => (consent ? m.donor_change_yes() : m.donor_change_no());

/** A donor's data. With `before`, differences are marked. */
export function DonorFacts({ facts, before }: { facts: Facts & Partial<Change>; before?: Facts }) {
  const placeOf = usePlaceName();
  const rows: [string, (from: Facts & Partial<Change>) => string][] = [
    [m.field_name(), ({ Name }) => Name],
    [m.blood_group(), ({ Blood_group }) => groupName(Blood_group)],
    [m.profile_gender(), ({ Gender }) => labelOf(genderOptions(), Gender)],
    [m.donor_age(), ({ Age }) => String(Age)],
    [m.field_district(), placeOf],
    [m.profile_phone(), ({ phoneHint }) => phoneHint],
    // Two addresses can have the same hint, so a different one is shown in full.
    [m.field_email(), ({ emailHint, newEmail }) => newEmail ?? emailHint],
  ];
  if (before && before.consent !== facts.consent) rows.push([m.donor_change_consent(), consentText]);
  return (
    <dl className="grid grid-cols-2 gap-4">
      {rows.map(([label, read]) => {
        const old = before && read(before);
        const now = read(facts);
        return (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-lg wrap-anywhere">
              {old === undefined || old === now ? (
                now
              ) : (
                <>
                  <del className="text-muted">{old}</del>{" "}
                  <ins className="font-bold text-brand-ink">{now}</ins>
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
