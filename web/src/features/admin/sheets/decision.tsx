/** The two answers to what waits for the administrator: applications, and changes of those who have joined. */
import { Check, X } from "lucide-react";
import { type Asked, asked } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { m } from "../../../paraglide/messages";

interface DecisionButtonsProps {
  /** The id of the name of whom it is about. */
  describedBy: string;
  onReject: () => void;
  onApprove: () => void;
}

const iconLook = "size-5 shrink-0 max-sm:lang-ml:hidden @4xl:hidden";

/** Where there is no room for their icons, the words are enough. */
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
  approve: Asked<void>;
  reject: Asked<string>;
  words: {
    /** `yes`: where the button says more than "Approve". */
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
      {...asked(approve, onDone, () => undefined)}
      onClose={onClose}
    />
  ) : (
    <ActionDialog
      {...words.reject}
      yes={m.clinic_reject()}
      tone="blood"
      {...asked(reject, onDone, (reason) => reason)}
      onClose={onClose}
    />
  );
}
