import { refusedFields } from "../../../api/problem";
import { ActionDialog } from "../../../components/action-dialog";
import { m } from "../../../paraglide/messages";
import { useApproveWorker } from "../api";
import { type Applicant, applicantName, type Category } from "../applicants";

interface ApproveDialogProps {
  category: Category;
  applicant: Applicant;
  onDone: () => void;
  onClose: () => void;
}

export function ApproveDialog({ category, applicant, onDone, onClose }: ApproveDialogProps) {
  const approve = useApproveWorker(category, applicant._id);
  return (
    <ActionDialog
      title={m.admin_approve_title({ name: applicantName(applicant) })}
      text={m.admin_approve_text()}
      yes={m.admin_approve()}
      tone="brand"
      isPending={approve.isPending}
      errors={refusedFields(approve.error)}
      onSubmit={() => approve.mutate(undefined, { onSuccess: onDone })}
      onClose={onClose}
    />
  );
}
