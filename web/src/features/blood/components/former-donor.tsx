import { useId } from "react";
import { m } from "../../../paraglide/messages";
import { type FormerDonor as Former, useReportDonor } from "../api/request";
import { groupName } from "../groups";
import { momentText } from "../moment-text";
import { ReportButton } from "./report-button";

/** A donor who said yes, and of whom nothing is shown any more but what tells one from another. */
export function FormerDonor({ token, donor }: { token: string; donor: Former }) {
  const heading = useId();
  const report = useReportDonor(token, donor._id);
  return (
    <article
      aria-labelledby={heading}
      className="rounded-card border border-dashed border-field bg-surface p-5 sm:p-8"
    >
      <div className="flex items-center gap-4">
        <span className="flex size-14 shrink-0 items-center justify-center rounded-full bg-sunken text-lg font-bold text-muted">
          {groupName(donor.Blood_group)}
        </span>
        <div className="min-w-0">
          <h3 id={heading} className="text-lg leading-snug font-bold">
            {donor.withdrawn ? m.blood_former_withdrawn() : m.blood_former_ended()}
          </h3>
          {donor.acceptedAt && (
            <p className="text-muted">{m.blood_former_text({ when: momentText(donor.acceptedAt) })}</p>
          )}
        </div>
      </div>
      <div className="mt-4 grid items-center gap-3 sm:grid-cols-2">
        <ReportButton isReported={donor.reported} report={report} describedBy={heading} />
      </div>
    </article>
  );
}
