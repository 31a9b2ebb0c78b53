import { CalendarDays, CalendarSync, CircleX, Printer } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { IconButton } from "../../components/icon-button";
import { Found } from "../../components/loaded";
import { PhoneLink } from "../../components/phone-link";
import { PhonePatient, VisitNote } from "../../components/visit";
import { focusAfterDialog } from "../../lib/focus";
import { dateLabel, timeLabel } from "../../lib/visit-time";
import { placesIn, visitCount, visitWhen } from "../../lib/words";
import { m } from "../../messages";
import type { DeskScope, DoctorBooking, QueueEntry } from "./api";
import { type VisitDay, visitDays, withToday } from "./booking-lists";
import { FollowUpMark, OverlapMark, PlaceLine } from "./booking-table";
import { CancelVisit } from "./cancel-visit";
import { DaySheet, visitRows } from "./day-sheet";
import { MoveSheet } from "./desk-booking/move-sheet";
import { MoveSession } from "./session-moves/move-session-sheet";

interface VisitsProps {
  at: DeskScope;
  visits: readonly DoctorBooking[];
  /** Today's walk-ins who wait without a slot. */
  walkIns: readonly QueueEntry[];
  /** As in "2024-01-05" */
  today: string;
  search: ComponentProps<typeof Found>["search"];
}

/** The coming days with their visits. */
export function Visits({ at, visits, walkIns, today, search }: VisitsProps) {
  const [cancelled, setCancelled] = useState<DoctorBooking>();
  const [moved, setMoved] = useState<DoctorBooking>();
  const [printed, setPrinted] = useState<VisitDay<DoctorBooking>>();
  const list = useRef<HTMLDivElement>(null);
  const none = {
    icon: CalendarDays,
    title: m.clinic_visits_none_title(),
    text: m.clinic_visits_none_text(),
  };

  function closeCancel(): void {
    setCancelled(undefined);
    if (!visits.some(({ _id }) => _id === cancelled?._id)) focusAfterDialog(list.current);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields.
    <div ref={list} role="group" tabIndex={-1} aria-label={m.clinic_visits()}>
      <Found
        rows={walkIns.length > 0 ? withToday(visitDays(visits), today) : visitDays(visits)}
        none={none}
        search={search}
      >
        {(days) => (
          <div className="@container">
            <div className="grid grid-cols-1 items-start gap-4 @4xl:grid-cols-2">
              {days.map((day) => (
                <DayCard
                  key={day.day}
                  at={at}
                  {...day}
                  walkIns={day.day === today ? walkIns : []}
                  placeOf={placesIn(visits)}
                  onPrint={() => setPrinted(day)}
                  onMove={setMoved}
                  onCancel={setCancelled}
                />
              ))}
            </div>
          </div>
        )}
      </Found>
      {cancelled && <CancelVisit at={at} visit={cancelled} onClose={closeCancel} />}
      {moved && <MoveSheet at={at} booking={moved} onClose={() => setMoved(undefined)} />}
      {printed && (
        <DaySheet
          at={at}
          day={printed.day}
          rows={visitRows(printed.visits)}
          onDone={() => setPrinted(undefined)}
        />
      )}
    </div>
  );
}

/** Parts that do not fit into the line wrap: with large text on a small phone each gets a line. */
const lineLook = "flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 last:pb-0";

interface DayCardProps extends VisitDay<DoctorBooking> {
  at: DeskScope;
  walkIns: readonly QueueEntry[];
  placeOf: ReturnType<typeof placesIn>;
  onPrint: () => void;
  onMove: (visit: DoctorBooking) => void;
  onCancel: (visit: DoctorBooking) => void;
}

function DayCard({ at, day, visits, walkIns, placeOf, onPrint, ...changes }: DayCardProps) {
  return (
    <Card className="sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h3 id={`day-${day}`} className="text-lg font-bold">
            {dateLabel(day)}
          </h3>
          <p className="text-muted">{visitCount(visits.length + walkIns.length)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <MoveSession at={at} day={day} visits={visits} heading={`day-${day}`} />
          <Button tone="quiet" describedBy={`day-${day}`} onPress={onPrint}>
            <Printer aria-hidden className="size-5 shrink-0" />
            <span className="max-sm:sr-only">{m.action_print()}</span>
          </Button>
        </div>
      </div>
      <ul className="mt-3">
        {visits.map((visit) => (
          <VisitLine key={visit._id} visit={visit} place={placeOf(visit)} {...changes} />
        ))}
        {walkIns.map((walkIn) => (
          <li key={walkIn._id} className={lineLook}>
            <span className="w-20 shrink-0 font-semibold sm:lang-ml:w-30">{walkIn.token}</span>
            <span className="min-w-24 flex-1">
              <span className="block font-semibold wrap-anywhere">{walkIn.patient_name}</span>
              <span className="text-sm text-muted">{m.queue_walked_in()}</span>
            </span>
            <PhoneLink number={walkIn.contact_number} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface VisitLineProps extends Pick<DayCardProps, "onMove" | "onCancel"> {
  visit: DoctorBooking;
  place: string | undefined;
}

/** One visit of a day: time, patient, place, contact. */
function VisitLine({ visit, place, onMove, onCancel }: VisitLineProps) {
  const named = { name: visit.patient_name, when: visitWhen(visit) };
  return (
    <li className={lineLook}>
      <span className="w-20 shrink-0 font-semibold sm:lang-ml:w-30">{timeLabel(visit.time)}</span>
      <div className="flex min-w-24 flex-1 flex-col sm:flex-row sm:items-center sm:justify-between sm:gap-4">
        <span className="flex flex-col items-start gap-1">
          <span className="font-semibold wrap-anywhere">{visit.patient_name}</span>
          <VisitNote {...visit} />
          {visit.phone && <PhonePatient patient={visit.phone} />}
          <PlaceLine place={place} />
          {visit.followUpOf && <FollowUpMark withoutFee={visit.withoutFee} />}
          {visit.overlaps && <OverlapMark />}
          <DeskBookingMark state={visit.deskBooking} />
        </span>
        <PhoneLink number={visit.contact_number} />
      </div>
      <div className="flex shrink-0">
        <IconButton label={m.clinic_move_visit(named)} onPress={() => onMove(visit)}>
          <CalendarSync aria-hidden className="size-5 text-brand" />
        </IconButton>
        <IconButton label={m.clinic_cancel_visit(named)} onPress={() => onCancel(visit)}>
          <CircleX aria-hidden className="size-5 text-blood" />
        </IconButton>
      </div>
    </li>
  );
}

/** Mark of a visit that the desk booked, until an account claims it. */
function DeskBookingMark({ state }: { state: string | null | undefined }) {
  if (!state) return null;
  if (state !== "disclaimed") return <span className="text-sm text-muted">{m.clinic_desk_booked()}</span>;
  return (
    <>
      <Badge tone="bad">{m.clinic_disclaimed()}</Badge>
      <span className="text-sm">{m.clinic_disclaimed_text()}</span>
    </>
  );
}
