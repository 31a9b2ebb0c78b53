import { CircleX } from "lucide-react";
import { IconButton } from "../../../components/icon-button";
import { PhoneLink } from "../../../components/phone-link";
import { timeLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import type { DoctorBooking } from "../api/doctor";
import { visitWhen } from "../visit-words";
import { OverlapMark } from "./overlap-mark";

interface VisitLineProps {
  visit: DoctorBooking;
  onCancel: () => void;
}

/** One visit of a day: when, who, how to reach them. */
export function VisitLine({ visit, onCancel }: VisitLineProps) {
  return (
    <li className="flex items-center gap-3 border-t border-line py-2 last:pb-0">
      <span className="w-20 shrink-0 font-semibold sm:lang-ml:w-30">{timeLabel(visit.time)}</span>
      <div className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:justify-between sm:gap-4">
        <span className="flex flex-col items-start gap-1">
          <span className="font-semibold wrap-anywhere">{visit.patient_name}</span>
          {visit.overlaps && <OverlapMark />}
        </span>
        <PhoneLink number={visit.contact_number} />
      </div>
      <IconButton
        label={m.clinic_cancel_visit({ name: visit.patient_name, when: visitWhen(visit) })}
        onPress={onCancel}
      >
        <CircleX aria-hidden className="size-5 text-blood" />
      </IconButton>
    </li>
  );
}
