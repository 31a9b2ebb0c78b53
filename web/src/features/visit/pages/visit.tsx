/** /visit#token: a patient's position in the doctor's queue. Without names, because links are shared. */

import { Hourglass, MapPin, Phone, Printer, Share2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { LinkColumn } from "../../../components/link-page";
import { buttonLook, LinkButton } from "../../../components/links";
import { directionsTo, OutsideLink } from "../../../components/outside-link";
import { PhoneLink } from "../../../components/phone-link";
import { ShareButton } from "../../../components/share-button";
import { indiaTime } from "../../../lib/india-time";
import { bookAgainWith, paths } from "../../../lib/paths";
import { serverNow } from "../../../lib/server-clock";
import { clockTime, dateLabel, dateTimeLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import { inLanguage, isByPhone, startOf, visitPlace, visitWhen } from "../../../lib/words";
import { m } from "../../../messages";
import { PrintedPage, Slip } from "../../booking/components/booking-slip";
import { OwnState, ownStateLabel } from "../../booking/own-state";
import { type Visit, visitQuery } from "../api";
import { placeOf, withQueue } from "../place";
import { QueueLink } from "../queue-link";

/** Past days cannot be changed. */
const isPast = ({ startsAt }: Visit) => !!startsAt && dayOf(startsAt) < indiaTime(serverNow()).day;

/** A walk-in without a time waits today; the link ends with the day. */
const dayOfVisit = ({ startsAt }: Visit) => (startsAt ? dayOf(startsAt) : indiaTime(serverNow()).day);

const whenOf = (visit: Visit) =>
  visit.time ? dateTimeLabel(dayOfVisit(visit), visit.time) : dateLabel(dayOfVisit(visit));

export function Page({ title }: { title: string }) {
  return (
    <QueueLink ask={visitQuery} path="/user/api/visit/events" change={withQueue} isOver={isPast}>
      {(visit, since) => (
        <LinkColumn>
          <div>
            <p className="text-muted">{title}</p>
            <h1 className="text-3xl font-bold wrap-anywhere sm:text-4xl">{visit.doctor}</h1>
            <p className="mt-2 text-lg">{whenOf(visit)}</p>
            <Where visit={visit} />
            {visit.status !== "Checked" && (
              <p className="mt-3">
                <OwnState booking={visit} />
              </p>
            )}
          </div>
          <PrintedPage>
            <Slip
              doctor={visit.doctor}
              day={dayOfVisit(visit)}
              time={visit.time}
              place={visitPlace(visit)}
              address={inLanguage(visit.consultation_Address, visit.place?.addressMl)}
              token={visit.token}
              state={ownStateLabel(visit)}
            />
          </PrintedPage>
          {since !== undefined && <Lost since={since} />}
          {isByPhone(visit) ? <Call visit={visit} /> : <Place visit={visit} />}
          <div className="grid gap-3 sm:flex sm:flex-wrap">
            <NextStep visit={visit} />
            <ShareButton
              className={`${buttonLook({ tone: "quiet" })} cursor-pointer`}
              what={{ path: window.location.pathname + window.location.hash, title, text: visit.doctor }}
            >
              <Share2 aria-hidden className="size-5 shrink-0" />
              {m.visit_share()}
            </ShareButton>
            {!isByPhone(visit) && (
              <OutsideLink
                look={buttonLook({ tone: "quiet" })}
                href={directionsTo(...(visit.place ? [visit.place.name] : []), visit.consultation_Address)}
              >
                <MapPin aria-hidden className="size-5 shrink-0" />
                {m.booking_directions()}
              </OutsideLink>
            )}
            <Button tone="quiet" onPress={() => window.print()}>
              <Printer aria-hidden className="size-5 shrink-0" />
              {m.action_print()}
            </Button>
          </div>
          <p className="text-muted">{isByPhone(visit) ? m.phone_visit_link_hint() : m.visit_link_hint()}</p>
        </LinkColumn>
      )}
    </QueueLink>
  );
}

function Where({ visit }: { visit: Visit }) {
  const Icon = isByPhone(visit) ? Phone : MapPin;
  return (
    <p className="flex gap-2">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
      <span className="min-w-0 wrap-anywhere">
        {(visit.place || isByPhone(visit)) && (
          <span className="block font-semibold">{visitPlace(visit)}</span>
        )}
        {inLanguage(visit.consultation_Address, visit.place?.addressMl)}
        {visit.place?.phone && (
          <span className="block">
            <PhoneLink number={visit.place.phone} />
          </span>
        )}
      </span>
    </p>
  );
}

/** The length of a slot. */
const CALL_MINUTES = 15;

/** A consultation by phone: the time of the call, or its outcome. */
function Call({ visit }: { visit: Visit }) {
  const { status, attendance, doctor, startsAt, time } = visit;
  if ((status !== "Checked" && status !== "Pending") || !startsAt || !time) return null;
  if (attendance === "absent") return <StatusText isLoud>{m.phone_visit_unreached()}</StatusText>;
  if (attendance === "done") return <StatusText>{m.phone_visit_over()}</StatusText>;
  const until = indiaTime(Date.parse(startsAt) + CALL_MINUTES * 60_000).time;
  const call = { day: dateLabel(dayOf(startsAt)), from: timeLabel(time), to: timeLabel(until) };
  if (status === "Pending") return <StatusText>{m.phone_calls_if_confirmed(call)}</StatusText>;
  return (
    <StatusText>
      {m.phone_calls_between({ doctor, ...call })} {m.phone_keep_near()}
    </StatusText>
  );
}

/** The next step of the patient. To change a visit they log in, because the link may be shared. */
function NextStep({ visit }: { visit: Visit }) {
  const { status, attendance, doctorId, time } = visit;
  if (status === "Rejected" || status === "Cancelled")
    return <LinkButton to={bookAgainWith(doctorId)}>{m.visit_other_time()}</LinkButton>;
  // A walk-in without a time belongs to no account.
  if (!time || (attendance && !(attendance === "absent" && isByPhone(visit)))) return null;
  return (
    <LinkButton tone="quiet" to={paths.userBookings}>
      {m.visit_change()}
    </LinkButton>
  );
}

function Lost({ since }: { since: number }) {
  return (
    <p role="status" className="rounded-control bg-pending-soft px-4 py-3 font-semibold text-pending-ink">
      {m.queue_connection_lost({ time: timeLabel(indiaTime(since).time) })}
    </p>
  );
}

function Place({ visit }: { visit: Visit }) {
  const place = placeOf(visit);
  if (place.kind === "no-queue") {
    if (visit.status === "Checked") return <StatusText>{m.visit_not_today()}</StatusText>;
    // Rejected and cancelled ones show only their status.
    if (visit.status !== "Pending") return null;
    const until = visit.answerBy && m.visit_answer_by({ when: visitWhen(startOf(visit.answerBy)) });
    return (
      <StatusText>
        {until} {m.visit_no_token()}
      </StatusText>
    );
  }
  if (place.kind === "called") return <StatusText isLoud>{m.visit_called()}</StatusText>;
  if (place.kind === "done") return <StatusText>{m.visit_done()}</StatusText>;
  if (place.kind === "absent") return <StatusText isLoud>{m.visit_absent()}</StatusText>;
  if (place.kind === "missed") return <StatusText isLoud>{m.visit_missed()}</StatusText>;
  return (
    <>
      {visit.queue && visit.queue.late > 0 && (
        <StatusText>{m.visit_late({ minutes: `${visit.queue.late}` })}</StatusText>
      )}
      <Card className="sm:p-8">
        <dl aria-live="polite" className="grid grid-cols-2 gap-x-4 gap-y-6">
          <Figure label={m.visit_token()}>{visit.token}</Figure>
          <Figure label={m.visit_serving_label()}>{visit.queue?.serving ?? <Nobody />}</Figure>
          <div className="col-span-2">
            <dt className="text-muted">{m.visit_before_label()}</dt>
            <dd className="text-2xl font-bold">{beforeText(place.before)}</dd>
          </div>
          <div className="col-span-2">
            <dt className="flex items-center gap-2 text-muted">
              <Hourglass aria-hidden className="size-5 shrink-0" />
              {m.visit_turn_label()}
            </dt>
            <dd className="text-2xl font-bold">
              {m.visit_about({ from: clockTime(place.from), to: clockTime(place.to) })}
            </dd>
            <dd className="mt-1 text-muted">{m.visit_estimate_note()}</dd>
          </div>
        </dl>
      </Card>
    </>
  );
}

function beforeText(before: number): string {
  return before === 0 ? m.visit_next() : m.visit_before({ count: before });
}

function Nobody() {
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">{m.visit_nobody()}</span>
    </>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col">
      <dt className="text-muted">{label}</dt>
      <dd className="mt-auto text-5xl font-bold text-brand-ink sm:text-6xl">{children}</dd>
    </div>
  );
}

function StatusText({ isLoud = false, children }: { isLoud?: boolean; children: ReactNode }) {
  return (
    <p
      role="status"
      className={`rounded-card px-5 py-4 text-lg font-semibold ${isLoud ? "bg-pending-soft text-pending-ink" : "bg-brand-soft text-brand-ink"}`}
    >
      {children}
    </p>
  );
}
