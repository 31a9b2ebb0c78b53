import { useState } from "react";
import { refusedFields } from "../../../api/problem";
import { ActionDialog } from "../../../components/action-dialog";
import { m } from "../../../paraglide/messages";
import { type RequestDetail, useAdminBlockRequester, useAdminUnblockRequester } from "../api/admin";

interface AdminBlockDialogProps {
  request: RequestDetail;
  onClose: () => void;
}

/** Keeps whoever abuses requests from making more, or lets them again. */
export function AdminBlockDialog({ request, onClose }: AdminBlockDialogProps) {
  // The question stays the one that was asked, whatever another administrator does meanwhile.
  const [isBlocked] = useState(request.blocked);
  return isBlocked ? (
    <Unblock request={request} onClose={onClose} />
  ) : (
    <Block request={request} onClose={onClose} />
  );
}

function Block({ request, onClose }: AdminBlockDialogProps) {
  const block = useAdminBlockRequester(request._id);
  return (
    <ActionDialog
      title={m.admin_block_title({ name: request.Contact_name })}
      text={m.admin_requester_block_text()}
      reasonHint={m.admin_requester_hint()}
      yes={m.admin_block()}
      tone="blood"
      isPending={block.isPending}
      errors={refusedFields(block.error)}
      onSubmit={(reason) => block.mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function Unblock({ request, onClose }: AdminBlockDialogProps) {
  const unblock = useAdminUnblockRequester(request._id);
  return (
    <ActionDialog
      title={m.admin_unblock_title({ name: request.Contact_name })}
      text={m.admin_requester_unblock_text()}
      yes={m.admin_unblock()}
      tone="brand"
      isPending={unblock.isPending}
      errors={refusedFields(unblock.error)}
      onSubmit={() => unblock.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
