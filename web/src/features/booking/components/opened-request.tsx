/** The request that the link of a mail names, with both answers. */
import { Button } from "../../../components/button";
import { Dialog } from "../../../components/dialog";
import { m } from "../../../paraglide/messages";
import type { Decision, DoctorBooking } from "../api/doctor";
import { visitWhen } from "../words";

interface OpenedRequestProps {
  /** None, where it no longer waits. */
  request: DoctorBooking | undefined;
  onAnswer: (kind: Decision["kind"], request: DoctorBooking) => void;
  onClose: () => void;
}

export function OpenedRequest({ request, onAnswer, onClose }: OpenedRequestProps) {
  return (
    <Dialog title={m.clinic_request_title()} onClose={onClose}>
      {request ? (
        <>
          <div className="mb-5 rounded-control bg-sunken p-4">
            <p className="text-lg font-bold wrap-anywhere">{request.patient_name}</p>
            <p>{visitWhen(request)}</p>
            <p>{request.contact_number}</p>
          </div>
          <div className="grid gap-3 sm:grid-cols-2">
            <Button tone="quiet" onPress={() => onAnswer("reject", request)}>
              {m.clinic_reject()}
            </Button>
            <Button onPress={() => onAnswer("approve", request)}>{m.clinic_approve()}</Button>
          </div>
        </>
      ) : (
        <>
          <p role="status" className="mb-5">
            {m.clinic_request_gone()}
          </p>
          <Button onPress={onClose}>{m.close()}</Button>
        </>
      )}
    </Dialog>
  );
}
