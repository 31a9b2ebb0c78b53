import { useId } from "react";
import { useDistrictName } from "../../../api/reference";
import { type AcceptedDonor as Accepted, useReportDonor } from "../api/request";
import { groupName } from "../groups";
import { CallButton } from "./call-button";
import { ReportButton } from "./report-button";

/** A donor who said yes: from that moment on, and only then, with a number. */
export function AcceptedDonor({ token, donor }: { token: string; donor: Accepted }) {
  const heading = useId();
  const nameOf = useDistrictName();
  const report = useReportDonor(token, donor._id);
  const { Name, Blood_group, District, Phone_number } = donor;
  return (
    <article
      aria-labelledby={heading}
      className="rounded-card border border-line bg-surface p-5 shadow-card sm:p-8"
    >
      <div className="flex items-center gap-4">
        <span className="flex size-14 shrink-0 items-center justify-center rounded-full bg-blood-soft text-lg font-bold text-blood-ink">
          {groupName(Blood_group)}
        </span>
        <div className="min-w-0">
          <h3 id={heading} className="text-lg leading-snug font-bold wrap-anywhere">
            {Name}
          </h3>
          <p className="text-muted">{nameOf(District)}</p>
        </div>
      </div>
      <div className="mt-4 grid items-center gap-3 sm:grid-cols-2">
        <CallButton name={Name} number={Phone_number} />
        <ReportButton isReported={donor.reported} report={report} describedBy={heading} />
      </div>
    </article>
  );
}
