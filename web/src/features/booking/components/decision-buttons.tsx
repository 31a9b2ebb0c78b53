import { Check, X } from "lucide-react";
import { m } from "../../../paraglide/messages";
import type { DoctorBooking } from "../api/doctor";
import type { Decision } from "../decisions";
import { visitWhen } from "../visit-words";

const look =
  "inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-1.5 rounded-control border px-1.5 font-semibold transition-colors @max-4xl:flex-1";

interface DecisionButtonsProps {
  booking: DoctorBooking;
  onAsk: (question: Decision) => void;
}

/** A tick and a cross; on a card there is room for their words. */
export function DecisionButtons({ booking, onAsk }: DecisionButtonsProps) {
  const visit = { name: booking.patient_name, when: visitWhen(booking) };
  return (
    <div className="flex gap-2">
      <button
        type="button"
        aria-label={m.clinic_approve_visit(visit)}
        title={m.clinic_approve()}
        onClick={() => onAsk({ kind: "approve", booking })}
        className={`${look} border-brand bg-brand-soft text-brand-ink hover:bg-brand hover:text-on-brand`}
      >
        <Check aria-hidden className="size-5 shrink-0" />
        <span className="@4xl:hidden">{m.clinic_approve()}</span>
      </button>
      <button
        type="button"
        aria-label={m.clinic_reject_visit(visit)}
        title={m.clinic_reject()}
        onClick={() => onAsk({ kind: "reject", booking })}
        className={`${look} border-blood bg-blood-soft text-blood-ink hover:bg-blood hover:text-on-blood`}
      >
        <X aria-hidden className="size-5 shrink-0" />
        <span className="@4xl:hidden">{m.clinic_reject()}</span>
      </button>
    </div>
  );
}
