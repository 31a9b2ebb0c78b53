import { useState } from "react";
import { refusedFields } from "../../../api/problem";
import { ActionDialog } from "../../../components/action-dialog";
import { m } from "../../../paraglide/messages";
import { type DoctorDetail, useRestoreDoctor, useSuspendDoctor } from "../api";
import type { BookingsFate } from "../bookings-fate";
import { visitsOfDoctor } from "../doctor-visits";
import { BookingsChoice } from "./bookings-choice";

interface SuspendDialogProps {
  doctor: DoctorDetail;
  onClose: () => void;
}

/** Takes a doctor out of the list, or puts one back. */
export function SuspendDialog({ doctor, onClose }: SuspendDialogProps) {
  // The question stays the one that was asked, whatever another administrator does meanwhile.
  const [isSuspended] = useState(doctor.suspended);
  return isSuspended ? (
    <Restore doctor={doctor} onClose={onClose} />
  ) : (
    <Suspend doctor={doctor} onClose={onClose} />
  );
}

function Suspend({ doctor, onClose }: SuspendDialogProps) {
  const suspend = useSuspendDoctor(doctor._id);
  const [fate, setFate] = useState<BookingsFate>("keep");
  const visits = visitsOfDoctor(doctor.coming);
  return (
    <ActionDialog
      title={m.admin_suspend_title({ name: m.doctor_name({ name: doctor.full_Name }) })}
      text={m.admin_suspend_text()}
      reasonHint={m.admin_reason_hint()}
      yes={m.admin_suspend()}
      tone="blood"
      isPending={suspend.isPending}
      errors={refusedFields(suspend.error)}
      onSubmit={(reason) =>
        suspend.mutate({ reason, bookings: visits.length > 0 ? fate : "keep" }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <BookingsChoice visits={visits} fate={fate} onChoose={setFate} />
    </ActionDialog>
  );
}

function Restore({ doctor, onClose }: SuspendDialogProps) {
  const restore = useRestoreDoctor(doctor._id);
  return (
    <ActionDialog
      title={m.admin_restore_title({ name: m.doctor_name({ name: doctor.full_Name }) })}
      text={m.admin_restore_text()}
      reasonHint={m.admin_reason_hint()}
      isReasonOptional
      yes={m.admin_restore()}
      tone="brand"
      isPending={restore.isPending}
      errors={refusedFields(restore.error)}
      onSubmit={(reason) => restore.mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
