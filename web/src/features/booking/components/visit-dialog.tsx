import type { ComponentProps } from "react";
import { ActionDialog } from "../../../components/action-dialog";
import type { DoctorBooking } from "../api/doctor";
import { visitWhen } from "../words";

interface VisitDialogProps extends Omit<ComponentProps<typeof ActionDialog>, "about"> {
  booking: DoctorBooking;
}

/** Asks a doctor once more; whom and when it is about stands above the question. */
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
