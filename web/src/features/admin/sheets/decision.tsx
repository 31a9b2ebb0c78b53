/** Approve and reject, for applications and requested changes. */
import { Check, X } from "lucide-react";
import { type ConfirmableChange, confirmDialogProps } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { m } from "../../../messages";

interface DecisionButtonsProps {
  /** The id of the subject's name. */
  describedBy: string;
  onReject: () => void;
  onApprove: () => void;
}

const iconLook = "size-5 shrink-0 max-sm:lang-ml:hidden @4xl:hidden";

/** Icons only where there is room. */
export function DecisionButtons({ describedBy, onReject, onApprove }: DecisionButtonsProps) {
  return (
    <>
      <Button tone="blood" describedBy={describedBy} onPress={onReject}>
        <X aria-hidden className={iconLook} />
        {m.clinic_reject()}
      </Button>
      <Button describedBy={describedBy} onPress={onApprove}>
        <Check aria-hidden className={iconLook} />
        {m.admin_approve()}
      </Button>
    </>
  );
}

export type Decision = "approve" | "reject";

interface DecisionDialogProps {
  decision: Decision;
  approve: ConfirmableChange<void>;
  reject: ConfirmableChange<string>;
  words: {
    /** `yes`: another label than "Approve". */
    approve: { title: string; text: string; yes?: string };
    reject: { title: string; text: string; reasonHint: string };
  };
  onDone: () => void;
  onClose: () => void;
}

export function DecisionDialog({ decision, approve, reject, words, onDone, onClose }: DecisionDialogProps) {
  return decision === "approve" ? (
    <ActionDialog
      yes={m.admin_approve()}
      {...words.approve}
      tone="brand"
      {...confirmDialogProps(approve, onDone, () => undefined)}
      onClose={onClose}
    />
  ) : (
    <ActionDialog
      {...words.reject}
      yes={m.clinic_reject()}
      tone="blood"
      {...confirmDialogProps(reject, onDone, (reason) => reason)}
      onClose={onClose}
    />
  );
}
