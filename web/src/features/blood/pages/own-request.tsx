/** /bloodrequest/own#token: the requester confirms, sees who answers, and closes the request. */

import { Droplet, HandHeart, Send, X } from "lucide-react";
import { Fragment, useId, useState } from "react";
import { useDistrictName } from "../../../api/reference";
import { Badge, type BadgeTone } from "../../../components/badge";
import { Button } from "../../../components/button";
import { Card, TitledCard } from "../../../components/card";
import { LinkButton } from "../../../components/links";
import { Note } from "../../../components/note";
import { momentLabel } from "../../../lib/india-time";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import {
  type AcceptedDonor,
  type FormerDonor,
  isRunning,
  type OwnRequest,
  ownRequestQuery,
  useCloseRequest,
  useConfirmRequest,
} from "../api";
import { BloodLink, LazyDialog, useHeadingFocus } from "../private-link";
import { CallButton, ReportButton, RequestFacts } from "../request/facts";
import { groupName } from "../rules";

export function Page() {
  return (
    <BloodLink ask={ownRequestQuery} instead={{ to: paths.bloodRequest, label: m.blood_request_title() }}>
      {(request, token) => <Own token={token} request={request} />}
    </BloodLink>
  );
}

interface OwnProps {
  token: string;
  request: OwnRequest;
}

/** Texts of a request's states for its requester. */
const states: Record<string, { tone: BadgeTone; label: () => string; over?: () => string }> = {
  Open: { tone: "checked", label: m.blood_status_open },
  Matched: { tone: "good", label: m.blood_status_matched },
  Fulfilled: { tone: "good", label: m.blood_status_fulfilled, over: m.blood_ended_fulfilled },
  Closed: { tone: "quiet", label: m.blood_status_closed, over: m.blood_ended_closed },
  Expired: { tone: "quiet", label: m.blood_status_expired, over: m.blood_ended_expired },
};

/** Held for a review: no donors are asked yet. */
const held = { tone: "pending" as BadgeTone, label: m.blood_status_held, over: undefined };
/** Confirmed, no donors asked yet. */
const looking = { tone: "checked" as BadgeTone, label: m.blood_status_looking, over: undefined };

function Own({ token, request }: OwnProps) {
  const { status, Patient_name, Blood_group } = request;
  const heading = useHeadingFocus(status);
  if (status === "Unconfirmed") {
    return (
      <>
        <h1 ref={heading} tabIndex={-1} className="text-3xl font-bold sm:text-4xl">
          {m.blood_confirm_title()}
        </h1>
        <Confirm token={token} request={request} />
      </>
    );
  }
  const running = isRunning(status);
  const isHeld = running && request.held;
  const state = isHeld ? held : running && request.asked === 0 ? looking : states[status];
  return (
    <>
      <div>
        <p className="text-muted">{m.blood_own_title()}</p>
        <h1 ref={heading} tabIndex={-1} className="text-3xl font-bold wrap-anywhere sm:text-4xl">
          {m.blood_group_for({ group: groupName(Blood_group), patient: Patient_name })}
        </h1>
        <p className="mt-3">
          <Badge tone={state?.tone ?? "quiet"}>{state?.label() ?? status}</Badge>
        </p>
      </div>
      {isHeld && <Held until={request.heldUntil} />}
      {(!isHeld || request.asked > 0) && (
        <Card className="sm:p-8">
          {running ? <Progress request={request} /> : <Over text={state?.over?.()} />}
        </Card>
      )}
      {((running && !isHeld) || request.accepted.length + request.former.length > 0) && (
        <Donors token={token} request={request} />
      )}
      <TitledCard title={m.blood_what_you_asked()}>
        <RequestFacts request={request} />
        <p className="mt-5 border-t border-line pt-4 text-muted">{m.blood_cross_match()}</p>
      </TitledCard>
      {running && <Close token={token} />}
    </>
  );
}

/** Opening the link confirms nothing, because mail programs open links by themselves. */
function Confirm({ token, request }: OwnProps) {
  const confirm = useConfirmRequest(token);
  return (
    <Card className="sm:p-8">
      <p className="mb-5 text-lg font-bold wrap-anywhere">
        {m.blood_for_patient({ patient: request.Patient_name })}
      </p>
      <RequestFacts request={request} />
      <p className="mt-6 rounded-control bg-sunken p-4">{m.blood_confirm_text()}</p>
      <div className="mt-5 grid gap-3">
        <Button tone="blood" size="large" isPending={confirm.isPending} onPress={() => confirm.mutate()}>
          <Send aria-hidden className="size-5 shrink-0" />
          {m.blood_confirm()}
        </Button>
      </div>
      <p className="mt-4 text-center text-muted">{m.blood_confirm_not_mine()}</p>
    </Card>
  );
}

interface Figure {
  label: string;
  value: number | string;
  look?: string;
}

/** Progress: a drop for every unit, filled for each donor who accepted. */
function Progress({ request }: { request: OwnRequest }) {
  const { accepted, asked, declined, nextWaveAt, Units: units } = request;
  const covered = Math.min(accepted.length, units);
  const figures = [
    ...(asked > 0
      ? [
          { label: m.blood_count_asked(), value: asked },
          { label: m.blood_count_declined(), value: declined },
        ]
      : []),
    ...(nextWaveAt
      ? [{ label: m.blood_next_round(), value: momentLabel(nextWaveAt), look: "col-span-2" }]
      : []),
  ];
  return (
    <>
      <p role="status" className="text-2xl font-bold">
        {m.blood_covered({ covered, units })}
      </p>
      <div aria-hidden className="mt-3 flex flex-wrap gap-1.5">
        {Array.from({ length: units }, (_, place) => (
          <Droplet
            // biome-ignore lint/suspicious/noArrayIndexKey: the drops are all the same.
            key={place}
            className={`size-8 ${place < covered ? "fill-blood text-blood" : "text-muted"}`}
          />
        ))}
      </div>
      <dl className="mt-5 grid grid-cols-2 gap-4 border-t border-line pt-4 empty:hidden">
        {figures.map(({ label, value, look = "" }: Figure) => (
          <div key={label} className={look}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** A held request continues by itself at some time, or an administrator decides. */
function Held({ until }: { until?: string | null }) {
  return (
    <section aria-labelledby="held" className="rounded-card bg-pending-soft p-5 sm:p-8">
      <h2 id="held" className="text-xl font-bold">
        {m.blood_held_title()}
      </h2>
      <p className="mt-1">{until ? m.blood_held_text({ when: momentLabel(until) }) : m.blood_held_admin()}</p>
    </section>
  );
}

function Over({ text }: { text?: string }) {
  return (
    <>
      <p className="text-lg">{text}</p>
      <div className="mt-5 flex flex-wrap gap-3 max-sm:flex-col">
        <LinkButton to={paths.bloodRequest}>{m.blood_ask_again()}</LinkButton>
        <LinkButton tone="quiet" to={paths.bloodDonate}>
          {m.donate_title()}
        </LinkButton>
      </div>
    </>
  );
}

function Donors({ token, request }: OwnProps) {
  const { accepted, former, status } = request;
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-3 text-xl font-bold">
        {m.blood_accepted_title()}
      </h2>
      <div className="flex flex-col gap-4">
        {isRunning(status) && accepted.length === 0 && (
          <Note icon={HandHeart} title={m.blood_accepted_none()} text={m.blood_accepted_none_text()} />
        )}
        {/* One list, so that a report in progress survives the donor's withdrawal. */}
        {[...accepted, ...former].map((donor, place) => (
          <Fragment key={donor._id}>
            <DonorCard token={token} donor={donor} />
            {place + 1 === accepted.length && <p className="text-muted">{m.blood_accepted_advice()}</p>}
          </Fragment>
        ))}
      </div>
    </section>
  );
}

/** Closes the request; asks first, because it cannot be undone. */
function Close({ token }: { token: string }) {
  const close = useCloseRequest(token);
  const [question, setQuestion] = useState<"fulfilled" | "unneeded">();
  const fulfilled = question === "fulfilled";
  const done = () => setQuestion(undefined);
  return (
    <TitledCard title={m.blood_close_title()} text={m.blood_close_text()}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button onPress={() => setQuestion("fulfilled")}>
          <HandHeart aria-hidden className="size-5 shrink-0" />
          {m.blood_close_fulfilled()}
        </Button>
        <Button tone="quiet" onPress={() => setQuestion("unneeded")}>
          <X aria-hidden className="size-5 shrink-0" />
          {m.blood_close_unneeded()}
        </Button>
      </div>
      {question && (
        <LazyDialog
          title={m.blood_close_question()}
          text={fulfilled ? m.blood_close_fulfilled_text() : m.blood_close_unneeded_text()}
          yes={fulfilled ? m.blood_close_fulfilled() : m.blood_close_unneeded()}
          no={m.blood_close_keep()}
          tone="brand"
          isPending={close.isPending}
          onSubmit={() => close.mutate({ fulfilled }, { onSettled: done })}
          onClose={done}
        />
      )}
    </TitledCard>
  );
}

interface DonorCardProps {
  token: string;
  donor: AcceptedDonor | FormerDonor;
}

/** A donor who accepted, with the phone number. Former ones show the group only. */
function DonorCard({ token, donor }: DonorCardProps) {
  const heading = useId();
  const nameOf = useDistrictName();
  const { name, text, number, box, circle } =
    "Name" in donor
      ? {
          name: donor.Name,
          text: nameOf(donor.District),
          number: donor.Phone_number,
          box: "border-line shadow-card",
          circle: "bg-blood-soft text-blood-ink",
        }
      : {
          name: donor.withdrawn ? m.blood_former_withdrawn() : m.blood_former_ended(),
          text: donor.acceptedAt && m.blood_former_text({ when: momentLabel(donor.acceptedAt) }),
          number: undefined,
          box: "border-dashed border-field",
          circle: "bg-sunken text-muted",
        };
  return (
    <article aria-labelledby={heading} className={`rounded-card border bg-surface p-5 sm:p-8 ${box}`}>
      <div className="flex items-center gap-4">
        <span
          className={`flex size-14 shrink-0 items-center justify-center rounded-full text-lg font-bold ${circle}`}
        >
          {groupName(donor.Blood_group)}
        </span>
        <div className="min-w-0">
          <h3 id={heading} className="text-lg leading-snug font-bold wrap-anywhere">
            {name}
          </h3>
          {text && <p className="text-muted">{text}</p>}
        </div>
      </div>
      <div className="mt-4 grid items-center gap-3 sm:grid-cols-2">
        {number && <CallButton name={name} number={number} />}
        <ReportButton token={token} donor={donor._id} isReported={donor.reported} describedBy={heading} />
      </div>
    </article>
  );
}
