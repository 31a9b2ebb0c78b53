import type { UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { LazyDialog } from "../../../components/lazy-dialog";
import { TextArea } from "../../../components/text-area";
import { m } from "../../../paraglide/messages";
import { longestReason } from "../rules";

interface ReportDialogProps {
  report: UseMutationResult<{ message: string }, Error, string>;
  onClose: () => void;
}

/** Something is wrong with the other side. What was written stays when sending fails. */
export function ReportDialog({ report, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState("");

  function submit(): void {
    report.mutate(reason.trim(), { onSuccess: onClose });
  }

  return (
    <LazyDialog
      title={m.blood_report_title()}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <p className="mb-5">{m.blood_report_text()}</p>
      <Form errors={refusedFields(report.error)} onSubmit={submit}>
        <TextArea
          label={m.blood_report_reason()}
          hint={m.blood_report_hint()}
          name="reason"
          maxLength={longestReason}
          value={reason}
          onChange={setReason}
          isRequired
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Button tone="quiet" onPress={onClose}>
            {m.blood_not_now()}
          </Button>
          <Button type="submit" tone="blood" isPending={report.isPending}>
            {m.blood_report_send()}
          </Button>
        </div>
      </Form>
    </LazyDialog>
  );
}
