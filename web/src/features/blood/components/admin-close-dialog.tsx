import { refusedFields } from "../../../api/problem";
import { ActionDialog } from "../../../components/action-dialog";
import { m } from "../../../paraglide/messages";
import { type RequestDetail, useAdminCloseRequest } from "../api/admin";

interface AdminCloseDialogProps {
  request: RequestDetail;
  onClose: () => void;
}

export function AdminCloseDialog({ request, onClose }: AdminCloseDialogProps) {
  const close = useAdminCloseRequest(request._id);
  return (
    <ActionDialog
      title={m.admin_blood_close_title()}
      text={m.admin_blood_close_text()}
      reasonHint={m.admin_requester_hint()}
      isReasonOptional
      yes={m.admin_blood_close()}
      tone="blood"
      isPending={close.isPending}
      errors={refusedFields(close.error)}
      onSubmit={(reason) => close.mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
