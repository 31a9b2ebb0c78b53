import { momentLabel } from "../../../lib/india-time";
import { m } from "../../../paraglide/messages";
import type { RequestDetail } from "../api/admin";

/** What either side has complained about. */
export function AdminReports({ reports }: { reports: RequestDetail["reportList"] }) {
  return (
    <ul className="flex flex-col gap-3">
      {reports.map(({ by, donor, reason, at }) => {
        const name = donor ?? m.admin_donor_erased();
        return (
          <li key={`${by} ${at}`} className="rounded-control bg-blood-soft p-4 text-blood-ink">
            <p className="text-sm">
              {by === "donor" ? m.admin_report_of_donor({ name }) : m.admin_report_of_requester({ name })}
            </p>
            <p className="font-semibold wrap-anywhere">{reason}</p>
            <p className="text-sm">{momentLabel(at)}</p>
          </li>
        );
      })}
    </ul>
  );
}
