/** What is booked with somebody, and what becomes of it when they are kept out. */
import { useState } from "react";
import { asked } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { type Load, Loaded } from "../../../components/loaded";
import { SheetSection } from "../../../components/loaded-sheet";
import { type ListedVisit, VisitChoice, VisitList } from "../../../components/visit-choice";
import { m } from "../../../paraglide/messages";
import type { BookingsFate, Decision } from "../api";
import { comingCount } from "../words";

/** The part of a sheet that lists what is still to come. */
export function ComingVisits({ visits }: { visits: readonly ListedVisit[] }) {
  return (
    <SheetSection title={m.admin_coming_title()} none={visits.length === 0 && m.admin_coming_none()}>
      <VisitList label={comingCount(visits.length)} visits={visits} />
    </SheetSection>
  );
}

const fates = [
  { fate: "keep", label: m.fate_keep, text: m.admin_keep_text },
  { fate: "cancel", label: m.fate_cancel, text: m.admin_cancel_text },
] as const;

interface KeepOutDialogProps<Known> {
  /** They are kept out already, and let in again. */
  isOut: boolean;
  title: string;
  text: string;
  yes: string;
  /** Who reads why they are kept out, if anybody does beside the audit log. */
  outHint?: string;
  change: Parameters<typeof asked<Decision>>[0];
  /** What is booked, where anything can be. */
  booked?: { load: Load<Known>; visitsOf: (known: Known) => ListedVisit[] };
  onClose: () => void;
}

/** Keeps somebody out, or lets them in again. What is booked is shown before it is decided about. */
export function KeepOutDialog<Known>(props: KeepOutDialogProps<Known>) {
  const { isOut, title, text, yes, outHint, change, booked, onClose } = props;
  const [fate, setFate] = useState<BookingsFate>();
  const isBooked = booked?.load.data !== undefined && booked.visitsOf(booked.load.data).length > 0;
  /** What becomes of the bookings; where there are none, nothing is to be decided. */
  const decided = isBooked && !isOut ? fate : "keep";
  const choice = (visits: ListedVisit[]) =>
    visits.length === 0 ? (
      <p className="text-muted">{m.admin_coming_none()}</p>
    ) : (
      <VisitChoice
        label={comingCount(visits.length)}
        visits={visits}
        fates={fates}
        chosen={fate}
        onChoose={setFate}
      />
    );
  return (
    <ActionDialog
      title={title}
      text={text}
      yes={yes}
      tone={isOut ? "brand" : "blood"}
      reasonHint={(!isOut && outHint) || m.admin_reason_hint()}
      isReasonOptional={isOut}
      isDisabled={!decided || (!isOut && booked && !booked.load.data && !booked.load.error)}
      {...asked(change, onClose, (reason) => ({ reason, bookings: decided ?? "keep" }))}
      onClose={onClose}
    >
      {!isOut && booked && (
        <div aria-live="polite">
          <Loaded
            load={booked.load}
            waiting={<p className="text-muted">{m.admin_coming_looking()}</p>}
            missing={m.admin_coming_failed()}
          >
            {(known) => choice(booked.visitsOf(known))}
          </Loaded>
        </div>
      )}
    </ActionDialog>
  );
}
