import { refusedFields } from "../../../api/problem";
import { ActionDialog } from "../../../components/action-dialog";
import { m } from "../../../paraglide/messages";
import { useRejectWorker } from "../api";
import { type Applicant, applicantName, type Category } from "../applicants";

interface RejectDialogProps {
  category: Category;
  applicant: Applicant;
  onDone: () => void;
  onClose: () => void;
}

export function RejectDialog({ category, applicant, onDone, onClose }: RejectDialogProps) {
  const reject = useRejectWorker(category, applicant._id);
  return (
    <ActionDialog
      title={m.admin_reject_title({ name: applicantName(applicant) })}
      text={m.admin_reject_text()}
      reasonHint={m.admin_reject_hint()}
      yes={m.clinic_reject()}
      tone="blood"
      isPending={reject.isPending}
      errors={refusedFields(reject.error)}
      onSubmit={(reason) => reject.mutate(reason, { onSuccess: onDone })}
      onClose={onClose}
    />
  );
}
