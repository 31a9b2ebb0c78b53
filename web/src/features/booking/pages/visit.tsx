/** /visit#token: a patient's place in the doctor's queue, for whoever holds the link. It names no patient. */
import { Hourglass, MapPin, Printer, Share2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { LinkColumn } from "../../../components/link-page";
import { buttonLook } from "../../../components/links";
import { directionsTo, OutsideLink } from "../../../components/outside-link";
import { ShareButton } from "../../../components/share-button";
import { indiaTime } from "../../../lib/india-time";
import { placeName } from "../../../lib/places";
import { serverNow } from "../../../lib/server-clock";
import { clockTime, dateTimeLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import { inLanguage } from "../../../lib/words";
import { m } from "../../../paraglide/messages";
import { type Visit, visitQuery } from "../api/queue";
import { PrintedPage, Slip } from "../components/booking-slip";
import { OwnState, ownStateLabel } from "../components/own-state-badge";
import { placeOf, withQueue } from "../queue/place";
import { QueueLink } from "../queue/queue-link";

/** Its day is over: by then nothing is called or taken back. */
const isPast = ({ startsAt }: Visit) => dayOf(startsAt) < indiaTime(serverNow()).day;

export function Page({ title }: { title: string }) {
  return (
    <QueueLink ask={visitQuery} path="/user/api/visit/events" change={withQueue} isOver={isPast}>
      {(visit, since) => (
        <LinkColumn>
          <div>
            <p className="text-muted">{title}</p>
            <h1 className="text-3xl font-bold wrap-anywhere sm:text-4xl">{visit.doctor}</h1>
            <p className="mt-2 text-lg">{dateTimeLabel(dayOf(visit.startsAt), visit.time)}</p>
            <p className="flex gap-2">
              <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
              <span className="min-w-0 wrap-anywhere">
                {visit.place && <span className="block font-semibold">{placeName(visit.place)}</span>}
                {inLanguage(visit.consultation_Address, visit.place?.addressMl)}
              </span>
            </p>
            {visit.status !== "Checked" && (
              <p className="mt-3">
                <OwnState booking={visit} />
              </p>
            )}
          </div>
          <PrintedPage>
            <Slip
              doctor={visit.doctor}
              startsAt={visit.startsAt}
              time={visit.time}
              place={placeName(visit.place)}
              address={inLanguage(visit.consultation_Address, visit.place?.addressMl)}
              token={visit.token}
              state={ownStateLabel(visit)}
            />
          </PrintedPage>
          {since !== undefined && <Lost since={since} />}
          <Place visit={visit} />
          <div className="flex flex-wrap gap-3">
            <ShareButton
              className={`${buttonLook({ tone: "quiet" })} cursor-pointer`}
              what={{ path: window.location.pathname + window.location.hash, title, text: visit.doctor }}
            >
              <Share2 aria-hidden className="size-5 shrink-0" />
              {m.visit_share()}
            </ShareButton>
            <OutsideLink
              look={buttonLook({ tone: "quiet" })}
              href={directionsTo(...(visit.place ? [visit.place.name] : []), visit.consultation_Address)}
            >
              <MapPin aria-hidden className="size-5 shrink-0" />
              {m.visit_directions()}
            </OutsideLink>
            <Button tone="quiet" onPress={() => window.print()}>
              <Printer aria-hidden className="size-5 shrink-0" />
              {m.clinic_print()}
            </Button>
          </div>
          <p className="text-muted">{m.visit_link_hint()}</p>
        </LinkColumn>
      )}
    </QueueLink>
  );
}

function Lost({ since }: { since: number }) {
  return (
    <p role="status" className="rounded-control bg-waiting-soft px-4 py-3 font-semibold text-waiting-ink">
      {m.queue_lost({ time: timeLabel(indiaTime(since).time) })}
    </p>
  );
}

function Place({ visit }: { visit: Visit }) {
  const place = placeOf(visit);
  if (place.kind === "no-queue") {
    if (visit.status === "Checked") return <Said>{m.visit_not_today()}</Said>;
    // Of one that was rejected or cancelled its status says everything.
    return visit.status === "Pending" ? <Said>{m.visit_no_token()}</Said> : null;
  }
  if (place.kind === "called") return <Said isLoud>{m.visit_called()}</Said>;
  if (place.kind === "done") return <Said>{m.visit_done()}</Said>;
  if (place.kind === "absent") return <Said isLoud>{m.visit_absent()}</Said>;
  if (place.kind === "missed") return <Said isLoud>{m.visit_missed()}</Said>;
  return (
    <>
      {visit.queue && visit.queue.late > 0 && <Said>{m.visit_late({ minutes: `${visit.queue.late}` })}</Said>}
      <Card className="max-sm:p-5 sm:p-8">
        <dl aria-live="polite" className="grid grid-cols-2 gap-x-4 gap-y-6">
          <Figure label={m.visit_token()}>{visit.token}</Figure>
          <Figure label={m.visit_serving()}>{visit.queue?.serving ?? <Nobody />}</Figure>
          <div className="col-span-2">
            <dt className="text-muted">{m.visit_before_label()}</dt>
            <dd className="text-2xl font-bold">{beforeText(place.before)}</dd>
          </div>
          <div className="col-span-2">
            <dt className="flex items-center gap-2 text-muted">
              <Hourglass aria-hidden className="size-5 shrink-0" />
              {m.visit_turn()}
            </dt>
            <dd className="text-2xl font-bold">
              {m.visit_about({ from: clockTime(place.from), to: clockTime(place.to) })}
            </dd>
            <dd className="mt-1 text-muted">{m.visit_honest()}</dd>
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
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="text-5xl font-bold text-brand-ink sm:text-6xl">{children}</dd>
    </div>
  );
}

function Said({ isLoud = false, children }: { isLoud?: boolean; children: ReactNode }) {
  return (
    <p
      role="status"
      className={`rounded-card px-5 py-4 text-lg font-semibold ${isLoud ? "bg-waiting-soft text-waiting-ink" : "bg-brand-soft text-brand-ink"}`}
    >
      {children}
    </p>
  );
}
