import { refusedAs, refusedFields } from "../../api/problem";
import { m } from "../../messages";
import { type DeskScope, useCancelVisit } from "./api";
import { type DialogVisit, VisitDialog } from "./booking-table";

interface CancelVisitProps {
  at: DeskScope;
  visit: DialogVisit & { _id: string };
  onClose: () => void;
  /** The visit is cancelled; without it the dialog only closes. */
  onDone?: () => void;
}

/** Cancels an approved visit, with a reason that the patient reads. */
export function CancelVisit({ at, visit, onClose, onDone = onClose }: CancelVisitProps) {
  const cancel = useCancelVisit(at);

  function submit(reason: string): void {
    cancel.mutate(
      { id: visit._id, reason },
      {
        onSuccess: onDone,
        onError: (error) => {
          // The patient cancelled first.
          if (refusedAs(error, "not_changeable")) onDone();
        },
      },
    );
  }

  return (
    <VisitDialog
      visit={visit}
      title={m.booking_cancel_title()}
      text={m.clinic_cancel_text()}
      reasonHint=""
      yes={m.booking_cancel_yes()}
      no={m.booking_cancel_no()}
      tone="blood"
      isPending={cancel.isPending}
      errors={refusedFields(cancel.error)}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
