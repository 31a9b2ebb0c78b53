/** Upcoming bookings of an account, and what happens to them when it is suspended or blocked. */
import { useState } from "react";
import { confirmDialogProps } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { type Load, Loaded } from "../../../components/loaded";
import { SheetSection } from "../../../components/loaded-sheet";
import { type ListedVisit, VisitChoice, VisitList } from "../../../components/visit-choice";
import { m } from "../../../messages";
import type { BookingsFate, Decision } from "../api/lists";
import { comingCount } from "../words";

/** The sheet's list of upcoming bookings. */
export function ComingVisits({ visits }: { visits: readonly ListedVisit[] }) {
  return (
    <SheetSection title={m.admin_coming_title()} none={visits.length === 0 && m.admin_upcoming_none()}>
      <VisitList label={comingCount(visits.length)} visits={visits} />
    </SheetSection>
  );
}

const fates = [
  { fate: "keep", label: m.leave_bookings_keep, text: m.admin_keep_text },
  { fate: "cancel", label: m.leave_bookings_cancel, text: m.admin_cancel_text },
] as const;

interface KeepOutDialogProps<Known> {
  /** Whether the account is suspended or blocked already. */
  isOut: boolean;
  title: string;
  text: string;
  yes: string;
  /** Who else reads the reason, beside the audit log. */
  outHint?: string;
  change: Parameters<typeof confirmDialogProps<Decision>>[0];
  booked?: { load: Load<Known>; visitsOf: (known: Known) => ListedVisit[] };
  onClose: () => void;
}

/** Suspends, blocks or restores an account, after showing its upcoming bookings. */
export function KeepOutDialog<Known>(props: KeepOutDialogProps<Known>) {
  const { isOut, title, text, yes, outHint, change, booked, onClose } = props;
  const [fate, setFate] = useState<BookingsFate>();
  const isBooked = booked?.load.data !== undefined && booked.visitsOf(booked.load.data).length > 0;
  /** The choice for upcoming bookings; none without bookings. */
  const decided = isBooked && !isOut ? fate : "keep";
  const choice = (visits: ListedVisit[]) =>
    visits.length === 0 ? (
      <p className="text-muted">{m.admin_upcoming_none()}</p>
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
      {...confirmDialogProps(change, onClose, (reason) => ({ reason, bookings: decided ?? "keep" }))}
      onClose={onClose}
    >
      {!isOut && booked && (
        <div aria-live="polite">
          <Loaded
            load={booked.load}
            fallback={<p className="text-muted">{m.admin_upcoming_loading()}</p>}
            missing={m.admin_upcoming_failed()}
          >
            {(known) => choice(booked.visitsOf(known))}
          </Loaded>
        </div>
      )}
    </ActionDialog>
  );
}
