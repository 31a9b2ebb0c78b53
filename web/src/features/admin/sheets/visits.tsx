/** What is booked with somebody, and what becomes of it when they are kept out. */
import { useId, useState } from "react";
import { asked } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { type Load, Loaded } from "../../../components/loaded";
import { SheetSection } from "../../../components/loaded-sheet";
import { StatusBadge } from "../../../components/status-badge";
import { dateLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import type { BookingsFate, Decision } from "../api";
import { comingCount } from "../words";

interface ListedVisit {
  _id: string;
  startsAt: string;
  time: string;
  status: string;
  /** Who comes to whom. */
  who: string;
}

interface VisitListProps {
  /** Names the list for those who do not see where it stands. */
  label: string;
  visits: readonly ListedVisit[];
}

/** Visits in lines. A long list scrolls in its place, within reach of the keyboard. */
export function VisitList({ label, visits }: VisitListProps) {
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
      className="max-h-72 overflow-y-auto rounded-control border border-line px-4 py-1"
    >
      {visits.map((visit) => (
        <li
          key={visit._id}
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line py-2.5 first:border-t-0"
        >
          <div className="min-w-0">
            <p className="font-semibold">{`${dateLabel(dayOf(visit.startsAt))}, ${timeLabel(visit.time)}`}</p>
            <p className="text-muted wrap-anywhere">{visit.who}</p>
          </div>
          <StatusBadge status={visit.status} />
        </li>
      ))}
    </ul>
  );
}

/** The part of a sheet that lists what is still to come. */
export function ComingVisits({ visits }: { visits: readonly ListedVisit[] }) {
  return (
    <SheetSection title={m.admin_coming_title()} none={visits.length === 0 && m.admin_coming_none()}>
      <VisitList label={comingCount(visits.length)} visits={visits} />
    </SheetSection>
  );
}

interface BookingsChoiceProps {
  visits: readonly ListedVisit[];
  fate: BookingsFate;
  onChoose: (fate: BookingsFate) => void;
}

const fates: { fate: BookingsFate; label: () => string; text: () => string }[] = [
  { fate: "keep", label: m.fate_keep, text: m.admin_keep_text },
  { fate: "cancel", label: m.fate_cancel, text: m.admin_cancel_text },
];

/** The visits that are still to come, and what becomes of them. */
function BookingsChoice({ visits, fate, onChoose }: BookingsChoiceProps) {
  const name = useId();
  if (visits.length === 0) return <p className="text-muted">{m.admin_coming_none()}</p>;
  return (
    <div>
      <h3 className="mb-2 font-semibold">{comingCount(visits.length)}</h3>
      <VisitList label={comingCount(visits.length)} visits={visits} />
      <fieldset className="mt-4 min-w-0">
        <legend className="font-semibold">{m.fate_question()}</legend>
        {fates.map((choice) => (
          <label key={choice.fate} className="flex min-h-11 cursor-pointer gap-3 py-2">
            <input
              type="radio"
              name={name}
              checked={choice.fate === fate}
              onChange={() => onChoose(choice.fate)}
              className="mt-1 size-5 shrink-0 cursor-pointer accent-brand"
            />
            <span>
              <span className="font-semibold">{choice.label()}</span>
              <span className="block text-sm text-muted">{choice.text()}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

interface KeepOutDialogProps<Known> {
  /** They are kept out already, and let in again. */
  isOut: boolean;
  title: string;
  text: string;
  yes: string;
  change: Parameters<typeof asked<Decision>>[0];
  load: Load<Known>;
  visitsOf: (known: Known) => ListedVisit[];
  onClose: () => void;
}

/** Keeps somebody out, or lets them in again. What is booked is shown before it is decided about. */
export function KeepOutDialog<Known>(props: KeepOutDialogProps<Known>) {
  const { isOut, title, text, yes, change, load, visitsOf, onClose } = props;
  const [fate, setFate] = useState<BookingsFate>("keep");
  const isBooked = load.data !== undefined && visitsOf(load.data).length > 0;
  return (
    <ActionDialog
      title={title}
      text={text}
      yes={yes}
      tone={isOut ? "brand" : "blood"}
      reasonHint={m.admin_reason_hint()}
      isReasonOptional={isOut}
      isDisabled={!isOut && !load.data && !load.error}
      {...asked(change, onClose, (reason) => ({ reason, bookings: isBooked ? fate : "keep" }))}
      onClose={onClose}
    >
      {!isOut && (
        <div aria-live="polite">
          <Loaded
            load={load}
            waiting={<p className="text-muted">{m.admin_coming_looking()}</p>}
            missing={m.admin_coming_failed()}
          >
            {(known) => <BookingsChoice visits={visitsOf(known)} fate={fate} onChoose={setFate} />}
          </Loaded>
        </div>
      )}
    </ActionDialog>
  );
}
