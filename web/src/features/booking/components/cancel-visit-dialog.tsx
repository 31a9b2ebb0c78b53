import * as v from "valibot";
import { refusedAs, refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Dialog } from "../../../components/dialog";
import { Form } from "../../../components/form";
import { TextArea } from "../../../components/text-area";
import { m } from "../../../paraglide/messages";
import { type DoctorBooking, useCancelVisit } from "../api/doctor";
import { longestReason } from "../reason";
import { VisitSummary } from "./visit-summary";

const reasonShape = v.object({ reason: v.string() });

interface CancelVisitDialogProps {
  docId: string;
  booking: DoctorBooking;
  onClose: () => void;
}

/** It stays open, with the reason, until the server has agreed. */
export function CancelVisitDialog({ docId, booking, onClose }: CancelVisitDialogProps) {
  const cancel = useCancelVisit(docId);
  const errors = refusedFields(cancel.error);

  function submit(form: FormData): void {
    const { reason } = v.parse(reasonShape, Object.fromEntries(form));
    cancel.mutate(
      { id: booking._id, reason: reason.trim() },
      {
        onSuccess: onClose,
        onError: (error) => {
          // The patient was faster: there is nothing left to cancel.
          if (refusedAs(error, "not_changeable")) onClose();
        },
      },
    );
  }

  return (
    <Dialog
      title={m.booking_cancel_title()}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <div className="flex flex-col gap-5">
        <VisitSummary booking={booking} />
        <p>{m.clinic_cancel_text()}</p>
        <Form errors={errors} onSubmit={submit}>
          <TextArea
            label={m.clinic_reason()}
            name="reason"
            isRequired
            maxLength={longestReason}
            validate={(text) => (text.trim() === "" ? m.field_required({ label: m.clinic_reason() }) : null)}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <Button tone="quiet" onPress={onClose}>
              {m.booking_cancel_no()}
            </Button>
            <Button type="submit" tone="blood" isPending={cancel.isPending}>
              {m.booking_cancel_yes()}
            </Button>
          </div>
        </Form>
      </div>
    </Dialog>
  );
}
