import { grouped } from "../../../lib/money";
import { m } from "../../../paraglide/messages";
import type { DoctorDetail } from "../api";

/** How many bookings a doctor has had, by what became of them. */
export function VisitFigures({ figures }: { figures: DoctorDetail["figures"] }) {
  const shown = [
    { label: m.clinic_total(), count: figures.total },
    { label: m.clinic_total_pending(), count: figures.pending },
    { label: m.clinic_total_approved(), count: figures.approved },
    { label: m.clinic_total_rejected(), count: figures.rejected },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {shown.map(({ label, count }) => (
        <div key={label} className="flex flex-col-reverse justify-end rounded-control bg-sunken p-3">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-2xl font-bold">{grouped(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
