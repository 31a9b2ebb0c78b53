import type { ComponentProps } from "react";
import { ActionDialog } from "../../components/action-dialog";
import { visitWhen } from "../../lib/visit-words";
import type { DoctorBooking } from "./api";

interface VisitDialogProps extends Omit<ComponentProps<typeof ActionDialog>, "about"> {
  booking: DoctorBooking;
}

/** A confirmation for a doctor, with patient and time above the question. */
export function VisitDialog({ booking, ...props }: VisitDialogProps) {
  return (
    <ActionDialog
      {...props}
      about={
        <div className="mb-5 rounded-control bg-sunken p-4">
          <p className="text-lg font-bold wrap-anywhere">{booking.patient_name}</p>
          <p>{visitWhen(booking)}</p>
        </div>
      }
    />
  );
}
