import { useState } from "react";
import { refusedFields } from "../../../api/problem";
import { ActionDialog } from "../../../components/action-dialog";
import { DateField } from "../../../components/date-field";
import { useIndiaTime } from "../../../lib/india-time";
import { m } from "../../../paraglide/messages";
import { type RequestDetail, useAdminExtendRequest } from "../api/admin";
import { dayAfter } from "../days";

interface AdminExtendDialogProps {
  request: RequestDetail;
  onClose: () => void;
}

/** As far ahead as blood can be asked for. */
const daysAhead = 30;

export function AdminExtendDialog({ request, onClose }: AdminExtendDialogProps) {
  const extend = useAdminExtendRequest(request._id);
  const today = useIndiaTime()?.day;
  const [day, setDay] = useState(request.Needed_by);
  return (
    <ActionDialog
      title={m.admin_blood_extend_title()}
      text={m.admin_blood_extend_text()}
      yes={m.admin_blood_extend()}
      tone="brand"
      isPending={extend.isPending}
      errors={refusedFields(extend.error)}
      onSubmit={() => extend.mutate(day, { onSuccess: onClose })}
      onClose={onClose}
    >
      <DateField
        label={m.admin_blood_needed()}
        name="Needed_by"
        value={day}
        onChange={setDay}
        first={today}
        last={today && dayAfter(today, daysAhead)}
      />
    </ActionDialog>
  );
}
