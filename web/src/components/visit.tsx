/** What several features show of a visit: who comes, and what has become of it. */
import { m } from "../paraglide/messages";
import { StateBadge, type States } from "./badge";

/** Patients who deleted their account leave the visit behind, without a name. */
export function PatientName({ name }: { name: string }) {
  if (name === "") return <span className="font-normal text-muted">{m.clinic_patient_gone()}</span>;
  return <span className="wrap-anywhere">{name}</span>;
}

const states: States = {
  Pending: { tone: "waiting", label: m.status_pending },
  Checked: { tone: "checked", label: m.status_checked },
  Rejected: { tone: "bad", label: m.status_rejected },
  Cancelled: { tone: "quiet", label: m.status_cancelled },
};

/** Why it did not come about, where there is something to say. */
export function Why({ unanswered, reason }: { unanswered: boolean; reason?: string | null }) {
  const words = unanswered ? m.status_unanswered() : reason;
  if (!words) return null;
  return <span className="text-sm text-muted wrap-anywhere">{words}</span>;
}

export function StatusBadge({ status }: { status: string }) {
  return <StateBadge states={states} state={status} />;
}
