/** /blooddonor#token: the donor's own page, without an account. */

import { Trash2, UserRoundPen } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Card, TitledCard } from "../../../components/card";
import { DateField } from "../../../components/date-field";
import { Form } from "../../../components/form";
import { RadioGroup } from "../../../components/radio-group";
import { addDays } from "../../../lib/days";
import { useIndiaTime } from "../../../lib/india-time";
import { leaveDialogs } from "../../../lib/overlay-history";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import {
  type Donor,
  donorQuery,
  useDiscardChange,
  useEraseDonor,
  usePauseDonor,
  useReportDonation,
  useResumeDonor,
  useTakeOverChange,
  useUpdateDonor,
} from "../api";
import { Confirm, Disclosures, DonorDetails, DonorFacts, DonorStatus, Links } from "../donor/cards";
import { BloodLink, LazyDialog, useHeadingFocus } from "../private-link";
import { donorRules } from "../rules";

export function Page() {
  return (
    <BloodLink ask={donorQuery} instead={{ to: paths.donorLink, label: m.donor_send_link() }}>
      {(donor, token) => <Own token={token} donor={donor} />}
    </BloodLink>
  );
}

interface OwnProps {
  token: string;
  donor: Donor;
}

function Own({ token, donor }: OwnProps) {
  const { status, change, canConfirm } = donor;
  const heading = useHeadingFocus(`${status} ${Boolean(change)} ${canConfirm}`);
  const isConfirmed = status !== "unconfirmed";
  // The link to a new address only confirms it: a mistyped address may belong to a stranger.
  const isOfNewAddress = isConfirmed && canConfirm;
  return (
    <>
      <div>
        <p className="text-muted">{m.donor_page_title()}</p>
        <h1 ref={heading} tabIndex={-1} className="text-3xl font-bold wrap-anywhere sm:text-4xl">
          {m.donor_hello({ name: donor.Name })}
        </h1>
      </div>
      {change && !isOfNewAddress && <PendingChange token={token} donor={donor} change={change} />}
      <DonorStatus donor={donor} />
      <Confirm token={token} donor={donor} />
      {!isOfNewAddress && <ForOwnAddress token={token} donor={donor} isConfirmed={isConfirmed} />}
    </>
  );
}

function ForOwnAddress({ token, donor, isConfirmed }: OwnProps & { isConfirmed: boolean }) {
  return (
    <>
      {isConfirmed && <ForConfirmed token={token} donor={donor} />}
      <DonorDetails token={token} donor={donor} />
      {isConfirmed && <Disclosures token={token} />}
      {isConfirmed && <Links token={token} />}
      <Erase token={token} />
    </>
  );
}

function ForConfirmed({ token, donor }: OwnProps) {
  const { status } = donor;
  return (
    <>
      {status === "no_consent" && <Agree token={token} />}
      <Donation token={token} donor={donor} />
      {status === "paused" && <Resume token={token} />}
      {status !== "paused" && status !== "no_consent" && <Pause token={token} />}
    </>
  );
}

interface PendingChangeProps extends OwnProps {
  change: NonNullable<Donor["change"]>;
}

/** A second registration with the same data takes effect only when the donor accepts it here. */
function PendingChange({ token, donor, change }: PendingChangeProps) {
  const takeOver = useTakeOverChange(token);
  const discard = useDiscardChange(token);
  return (
    <section aria-labelledby="pending-change" className="rounded-card bg-pending-soft p-5 sm:p-8">
      <h2 id="pending-change" className="flex items-center gap-3 text-xl font-bold">
        <UserRoundPen aria-hidden className="size-6 shrink-0 text-pending-ink" />
        {m.donor_change_title()}
      </h2>
      <p className="mt-1 mb-5">
        {m.donor_change_text()} {m.donor_change_differs()}
      </p>
      <DonorFacts facts={change} before={donor} />
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button
          tone="quiet"
          isPending={discard.isPending}
          isDisabled={takeOver.isPending}
          onPress={() => discard.mutate()}
        >
          {m.donor_change_discard()}
        </Button>
        <Button
          isPending={takeOver.isPending}
          isDisabled={discard.isPending}
          onPress={() => takeOver.mutate({ version: change.version })}
        >
          {m.donor_change_accept()}
        </Button>
      </div>
    </section>
  );
}

/** For a donor without consent. */
function Agree({ token }: { token: string }) {
  const update = useUpdateDonor(token);
  return (
    <Card className="sm:p-8">
      <p className="mb-5">{m.donor_consent_hidden()}</p>
      <Button isPending={update.isPending} onPress={() => update.mutate({ consent: true })}>
        {m.donor_consent_give()}
      </Button>
    </Card>
  );
}

/** Records a donation: the resting period begins. */
function Donation({ token, donor }: OwnProps) {
  const report = useReportDonation(token);
  const today = useIndiaTime()?.day ?? "";
  const [chosen, setChosen] = useState<string>();
  const date = chosen ?? today;
  const days = donor.Gender === "Female" ? donorRules.daysFemale : donorRules.daysMale;

  function submit(): void {
    report.mutate({ date }, { onSuccess: () => setChosen(undefined) });
  }

  return (
    <TitledCard title={m.donor_donation_title()} text={m.donor_donation_text({ days })}>
      <Form errors={refusedFields(report.error)} onSubmit={submit}>
        <DateField
          label={m.donor_donation_day()}
          name="date"
          value={date}
          onChange={setChosen}
          first={today && addDays(today, -365)}
          last={today}
        />
        <div className="grid sm:grid-cols-3">
          <Button type="submit" tone="soft" isPending={report.isPending}>
            {m.donor_donation()}
          </Button>
        </div>
      </Form>
    </TitledCard>
  );
}

/** Pauses a donor. */
function Pause({ token }: { token: string }) {
  const pause = usePauseDonor(token);
  const today = useIndiaTime()?.day;
  const [kind, setKind] = useState("open");
  const [until, setUntil] = useState("");
  const untilDay = kind === "day";
  return (
    <TitledCard title={m.donor_pause_title()} text={m.donor_pause_text()}>
      <Form errors={refusedFields(pause.error)} onSubmit={() => pause.mutate(untilDay ? { until } : {})}>
        <RadioGroup
          label={m.donor_pause_how_long()}
          name="kind"
          choices={[
            { id: "open", label: m.donor_pause_open() },
            { id: "day", label: m.donor_pause_day() },
          ]}
          first={kind}
          onChange={setKind}
        />
        {untilDay && (
          <DateField
            label={m.donor_pause_until()}
            name="until"
            value={until}
            onChange={setUntil}
            first={today && addDays(today, 1)}
          />
        )}
        <div className="grid sm:grid-cols-3">
          <Button type="submit" tone="soft" isPending={pause.isPending}>
            {m.donor_pause()}
          </Button>
        </div>
      </Form>
    </TitledCard>
  );
}

function Resume({ token }: { token: string }) {
  const resume = useResumeDonor(token);
  return (
    <TitledCard title={m.donor_pause_title()} text={m.donor_resume_text()}>
      <Button isPending={resume.isPending} onPress={() => resume.mutate()}>
        {m.donor_resume()}
      </Button>
    </TitledCard>
  );
}

function Erase({ token }: { token: string }) {
  const erase = useEraseDonor(token);
  const navigate = useNavigate();
  const { key } = useLocation();
  const [asking, setAsking] = useState(false);

  function confirm(): void {
    // The link stops working: replace it in the history.
    const leave = () => navigate(paths.home, { replace: true });
    erase.mutate(undefined, { onSuccess: () => leaveDialogs(key, leave) });
  }

  return (
    <TitledCard title={m.donor_erase_title()} text={m.donor_erase_text()}>
      <Button tone="quiet" onPress={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-5 shrink-0 text-blood" />
        <span className="text-blood-ink">{m.donor_erase()}</span>
      </Button>
      {asking && (
        <LazyDialog
          title={m.donor_erase_question()}
          text={m.donor_erase_question_text()}
          yes={m.donor_erase()}
          no={m.donor_erase_cancel()}
          tone="blood"
          isPending={erase.isPending}
          onSubmit={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </TitledCard>
  );
}
