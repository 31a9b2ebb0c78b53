import type { UseMutationResult } from "@tanstack/react-query";
import { Flag } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button";
import { m } from "../../../paraglide/messages";
import { ReportDialog } from "./report-dialog";

interface ReportButtonProps {
  /** It was reported before. */
  isReported: boolean;
  report: UseMutationResult<{ message: string }, Error, string>;
  describedBy?: string;
}

export function ReportButton({ isReported, report, describedBy }: ReportButtonProps) {
  const [asking, setAsking] = useState(false);
  if (isReported && !asking) {
    return (
      <p className="flex min-h-11 items-center gap-2 text-muted">
        <Flag aria-hidden className="size-5 shrink-0 text-blood" />
        {m.blood_reported()}
      </p>
    );
  }
  return (
    <>
      <Button tone="quiet" describedBy={describedBy} onPress={() => setAsking(true)}>
        <Flag aria-hidden className="size-5 shrink-0 text-blood" />
        {m.blood_report()}
      </Button>
      {asking && <ReportDialog report={report} onClose={() => setAsking(false)} />}
    </>
  );
}
