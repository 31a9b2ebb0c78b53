import { Check, X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button";
import { Dialog } from "../../../components/dialog";
import { TextArea } from "../../../components/text-area";
import { m } from "../../../paraglide/messages";
import type { Decision } from "../decisions";
import { longestReason } from "../reason";
import { VisitSummary } from "./visit-summary";

interface DecisionDialogProps {
  /** What is asked. A reason is there when an earlier try failed. */
  question: Decision;
  onDecide: (decision: Decision) => void;
  onClose: () => void;
}

export function DecisionDialog({ question, onDecide, onClose }: DecisionDialogProps) {
  const [reason, setReason] = useState(question.reason ?? "");
  const approves = question.kind === "approve";
  return (
    <Dialog
      title={approves ? m.clinic_approve_title() : m.clinic_reject_title()}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <div className="flex flex-col gap-5">
        <VisitSummary booking={question.booking} />
        <p>{approves ? m.clinic_approve_text() : m.clinic_reject_text()}</p>
        {!approves && (
          <TextArea
            label={m.clinic_reason_optional()}
            hint={m.clinic_reason_hint()}
            maxLength={longestReason}
            value={reason}
            onChange={setReason}
          />
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button tone="quiet" onPress={onClose}>
            {m.clinic_not_now()}
          </Button>
          {approves ? (
            <Button onPress={() => onDecide(question)}>
              <Check aria-hidden className="size-5 shrink-0" />
              {m.clinic_approve()}
            </Button>
          ) : (
            <Button tone="blood" onPress={() => onDecide({ ...question, reason: reason.trim() })}>
              <X aria-hidden className="size-5 shrink-0" />
              {m.clinic_reject()}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
