import { CircleCheck } from "lucide-react";
import { m } from "../messages";

export function NoBookingFees() {
  return (
    <p className="flex items-center justify-center gap-1.5 text-sm text-muted">
      <CircleCheck aria-hidden className="size-4 shrink-0 text-brand" />
      {m.doctor_no_booking_fees()}
    </p>
  );
}
