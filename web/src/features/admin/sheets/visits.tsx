/** Upcoming bookings of an account, and what happens to them when it is suspended or blocked. */

import { type ComponentProps, useState } from "react";
import { confirmDialogProps } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { type Load, Loaded } from "../../../components/loaded";
import { SheetSection } from "../../../components/loaded-sheet";
import { type ListedVisit, VisitChoice, VisitList } from "../../../components/visit-choice";
import { momentLabel } from "../../../lib/india-time";
import { m } from "../../../messages";
import type { AuditRow, BookingsFate, Decision } from "../api/lists";
import { actionWords, comingCount } from "../words";

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
  /** Who reads the reason, besides the audit log. */
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

/** Decisions about an account, the latest first. */
export function Story({ rows }: { rows: readonly AuditRow[] }) {
  return (
    <SheetSection title={m.admin_decisions_title()} none={rows.length === 0 && m.admin_decisions_none()}>
      <ol className="flex flex-col gap-4 border-s-2 border-line ps-4">
        {rows.map(({ _id, at, actor, action, reason }) => (
          <li key={_id} className="relative">
            <span aria-hidden className="absolute -start-5.5 top-2 size-2.5 rounded-full bg-brand" />
            <p className="font-semibold">{actionWords(action)}</p>
            <p className="text-sm text-muted wrap-anywhere">{`${momentLabel(at)} · ${actor.name}`}</p>
            {reason && <p className="mt-1 wrap-anywhere">{reason}</p>}
          </li>
        ))}
      </ol>
    </SheetSection>
  );
}

/** Suspending and restoring a doctor, hospital or pharmacy: the same texts and buttons for all. */
export function ListedBadge({ isSuspended }: { isSuspended: boolean }) {
  return (
    <Badge tone={isSuspended ? "bad" : "good"}>{isSuspended ? m.admin_suspended() : m.admin_listed()}</Badge>
  );
}

interface SuspendButtonProps {
  isSuspended: boolean;
  /** The id of the name. */
  describedBy: string;
  onPress: () => void;
}

export function SuspendButton({ isSuspended, describedBy, onPress }: SuspendButtonProps) {
  return (
    <Button tone={isSuspended ? "brand" : "blood"} describedBy={describedBy} onPress={onPress}>
      {isSuspended ? m.admin_restore() : m.admin_suspend()}
    </Button>
  );
}

type SuspendDialogProps<Known> = Pick<
  ComponentProps<typeof KeepOutDialog<Known>>,
  "change" | "booked" | "onClose"
> & {
  isSuspended: boolean;
  name: string;
  /** The consequences of a suspension and of a restore. */
  texts: { suspend: string; restore: string };
};

export function SuspendDialog<Known>({ isSuspended, name, texts, ...rest }: SuspendDialogProps<Known>) {
  return (
    <KeepOutDialog
      isOut={isSuspended}
      title={isSuspended ? m.admin_restore_title({ name }) : m.admin_suspend_title({ name })}
      text={isSuspended ? texts.restore : texts.suspend}
      yes={isSuspended ? m.admin_restore() : m.admin_suspend()}
      outHint={m.admin_suspend_hint()}
      {...rest}
    />
  );
}
