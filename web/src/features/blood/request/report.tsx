import { Flag } from "lucide-react";
import { useState } from "react";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { m } from "../../../messages";
import { useReport } from "../api";
import { LazyDialog } from "../lazy-dialog";

interface ReportProps {
  token: string;
  /** The donor, by the requester's link; by a donor's, it is about the requester. */
  donor?: string;
}

interface ReportButtonProps extends ReportProps {
  /** It was reported before. */
  isReported: boolean;
  describedBy?: string;
}

export function ReportButton({ isReported, describedBy, ...whose }: ReportButtonProps) {
  const [asking, setAsking] = useState(false);
  const flag = <Flag aria-hidden className="size-5 shrink-0 text-blood" />;
  if (isReported && !asking) {
    return (
      <p className="flex min-h-11 items-center gap-2 text-muted">
        {flag}
        {m.blood_reported()}
      </p>
    );
  }
  return (
    <>
      <Button tone="quiet" describedBy={describedBy} onPress={() => setAsking(true)}>
        {flag}
        {m.blood_report()}
      </Button>
      {asking && <ReportDialog {...whose} onClose={() => setAsking(false)} />}
    </>
  );
}

/** What was written stays when sending fails. */
function ReportDialog({ token, donor, onClose }: ReportProps & { onClose: () => void }) {
  const report = useReport(token, donor);
  return (
    <LazyDialog
      title={m.blood_report_title()}
      text={m.blood_report_text()}
      reasonLabel={m.blood_report_reason()}
      reasonHint={m.blood_report_hint()}
      yes={m.blood_report_send()}
      tone="blood"
      isPending={report.isPending}
      errors={refusedFields(report.error)}
      onSubmit={(reason) => report.mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
