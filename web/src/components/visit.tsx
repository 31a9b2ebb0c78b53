/** Parts of a visit that several features show: the patient's name, status and reason. */
import { m } from "../messages";
import { StateBadge, type States } from "./badge";

/** Patients who deleted their account leave the visit behind, without a name. */
export function PatientName({ name }: { name: string }) {
  if (name === "") return <span className="font-normal text-muted">{m.clinic_patient_gone()}</span>;
  return <span className="wrap-anywhere">{name}</span>;
}

const states: States = {
  Pending: { tone: "pending", label: m.status_pending },
  Checked: { tone: "checked", label: m.status_approved },
  Rejected: { tone: "bad", label: m.status_rejected },
  Cancelled: { tone: "quiet", label: m.status_cancelled },
};

/** The reason of a rejection or cancellation, if there is one. */
export function Why({ unanswered, reason }: { unanswered: boolean; reason?: string | null }) {
  const words = unanswered ? m.status_unanswered() : reason;
  if (!words) return null;
  return <span className="text-sm text-muted wrap-anywhere">{words}</span>;
}

interface VisitNoteProps {
  visitType?: string | null;
  visitReason?: string | null;
}

const visitTypes: Readonly<Record<string, () => string>> = {
  first: m.visit_type_first,
  review: m.visit_type_review,
};

/** What the patient entered at the booking: a first visit or a review, and the reason. Renders nothing if they entered neither. */
export function VisitNote({ visitType, visitReason }: VisitNoteProps) {
  const type = visitTypes[visitType ?? ""]?.();
  if (!type && !visitReason) return null;
  return (
    <span className="text-sm wrap-anywhere">
      {type && <span className="font-semibold">{type}</span>}
      {type && visitReason && " · "}
      {visitReason}
    </span>
  );
}

interface PhonePatientProps {
  patient: { age?: number | null; location: string; adultName?: string | null };
}

/** The data about the patient of a consultation by phone that the law requires: age, location, and the adult with a minor. */
export function PhonePatient({ patient: { age, location, adultName } }: PhonePatientProps) {
  const parts = [
    age != null && m.phone_patient_age({ age }),
    location,
    adultName && m.phone_patient_adult({ name: adultName }),
  ];
  return <span className="text-sm wrap-anywhere">{parts.filter(Boolean).join(" · ")}</span>;
}

/** The outcome of an approved visit on its day. */
const outcomes: States = {
  done: { tone: "good", label: m.queue_done },
  absent: { tone: "bad", label: m.queue_absent },
};

interface StatusBadgeProps {
  status: string;
  attendance?: string | null;
}

/** Approved, then Seen or Did not come, where that was marked. */
export function StatusBadge({ status, attendance }: StatusBadgeProps) {
  if (status === "Checked" && attendance && attendance in outcomes)
    return <StateBadge states={outcomes} state={attendance} />;
  return <StateBadge states={states} state={status} />;
}

const contractStates: States = { ...states, Checked: { tone: "checked", label: m.status_checked } };

/** In the table whose texts the specification fixes. */
export function ContractStatusBadge({ status }: { status: string }) {
  return <StateBadge states={contractStates} state={status} />;
}
