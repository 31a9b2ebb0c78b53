import { CalendarDays, Printer } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { ListNote } from "../../../components/list-note";
import { NoMatch } from "../../../components/no-match";
import { focusList } from "../../../lib/focus-list";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import type { DoctorBooking } from "../api/doctor";
import { type VisitDay, visitDays } from "../visit-days";
import { visitCount } from "../visit-words";
import { CancelVisitDialog } from "./cancel-visit-dialog";
import { DaySheet } from "./day-sheet";
import { VisitLine } from "./visit-line";

interface ApprovedVisitsProps {
  docId: string;
  visits: readonly DoctorBooking[];
  /** There are visits, but the search finds none of them. */
  isFiltered: boolean;
  onClear: () => void;
}

/** The days ahead: who comes when. */
export function ApprovedVisits({ docId, visits, isFiltered, onClear }: ApprovedVisitsProps) {
  const [cancelled, setCancelled] = useState<DoctorBooking>();
  const [printed, setPrinted] = useState<VisitDay<DoctorBooking>>();
  const list = useRef<HTMLDivElement>(null);
  const days = visitDays(visits);

  function closeCancel(): void {
    setCancelled(undefined);
    if (!visits.some(({ _id }) => _id === cancelled?._id)) focusList(list.current);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields.
    <div ref={list} role="group" tabIndex={-1} aria-label={m.clinic_visits()}>
      <div className="@container">
        <div className="grid grid-cols-1 items-start gap-4 @4xl:grid-cols-2">
          {days.map((day) => (
            <Card key={day.day} className="max-sm:p-4 sm:p-5">
              <div className="flex items-start justify-between gap-3">
                <div>
                  <h3 id={`day-${day.day}`} className="text-lg font-bold">
                    {dateLabel(day.day)}
                  </h3>
                  <p className="text-muted">{visitCount(day.visits.length)}</p>
                </div>
                <Button tone="quiet" describedBy={`day-${day.day}`} onPress={() => setPrinted(day)}>
                  <Printer aria-hidden className="size-5 shrink-0" />
                  <span className="max-sm:sr-only">{m.clinic_print()}</span>
                </Button>
              </div>
              <ul className="mt-3">
                {day.visits.map((visit) => (
                  <VisitLine key={visit._id} visit={visit} onCancel={() => setCancelled(visit)} />
                ))}
              </ul>
            </Card>
          ))}
        </div>
      </div>
      {days.length === 0 && isFiltered && <NoMatch text={m.clinic_no_match_text()} onClear={onClear} />}
      {days.length === 0 && !isFiltered && (
        <ListNote
          icon={<CalendarDays aria-hidden className="size-7" />}
          title={m.clinic_visits_none_title()}
          text={m.clinic_visits_none_text()}
        />
      )}
      {cancelled && <CancelVisitDialog docId={docId} booking={cancelled} onClose={closeCancel} />}
      {printed && <DaySheet docId={docId} {...printed} onDone={() => setPrinted(undefined)} />}
    </div>
  );
}
