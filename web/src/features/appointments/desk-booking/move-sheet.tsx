/** Moves an approved visit to another free time, with a reason that the patient reads. */

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isSent, refusedAs } from "../../../api/problem";
import { MAX_REASON_LENGTH } from "../../../components/action-dialog";
import { Sheet } from "../../../components/dialog";
import { Form } from "../../../components/form";
import { Loaded } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { TextArea } from "../../../components/text-area";
import { isByPhone, visitWhen } from "../../../lib/words";
import { m } from "../../../messages";
import { ScheduleSheet } from "../../slots/schedule-sheet";
import { type ChosenTime, shownTime, TimeFooter, TimePicker } from "../../slots/time-picker";
import { type DeskScope, type DoctorBooking, deskSlotsQuery, useMoveVisit } from "../api";

interface MoveSheetProps {
  at: DeskScope;
  booking: DoctorBooking;
  onClose: () => void;
}

export function MoveSheet(props: MoveSheetProps) {
  return isByPhone(props.booking) ? <MoveCall {...props} /> : <MoveVisit {...props} />;
}

/** The reason, and the move. The sheet closes if the visit can no longer be moved; a taken slot leaves it open. */
function useMove({ at, booking, onClose }: MoveSheetProps) {
  const move = useMoveVisit(at);
  const [reason, setReason] = useState("");

  function moveTo(date: string, time: string): void {
    move.mutate(
      { booking, date, time, reason: reason.trim() },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (refusedAs(error, "not_changeable")) onClose();
        },
      },
    );
  }

  return { move, moveTo, reason, setReason, hasReason: reason.trim() !== "" };
}

function MoveVisit(props: MoveSheetProps) {
  const { at, booking, onClose } = props;
  const { move, moveTo, reason, setReason, hasReason } = useMove(props);
  const [chosen, setChosen] = useState<ChosenTime>({});
  const week = useQuery(deskSlotsQuery(at));
  const { shown, time, session, isTaken } = shownTime(week.data ?? [], chosen, isSent(move));
  // The patient does not pay more than was agreed.
  const price = session && { ...session, fee: Math.min(session.fee, booking.fee) };

  function submit(): void {
    if (hasReason && shown && time) moveTo(shown.day, time);
  }

  return (
    <Sheet
      title={m.clinic_move_title()}
      onClose={onClose}
      footer={
        <TimeFooter
          day={shown?.day}
          {...{ time, isTaken }}
          session={price}
          isReady={hasReason}
          isPending={move.isPending}
          cancelLabel={m.reschedule_keep()}
          submitLabel={m.clinic_move_yes()}
          onSubmit={submit}
          onClose={onClose}
        />
      }
    >
      <Moved booking={booking} />
      <Form errors={move.errors} onSubmit={submit}>
        <Reason value={reason} onChange={setReason} />
        <Loaded load={week} fallback={<Skeleton look="h-64" />} missing={m.slot_load_failed()}>
          {(days) => <TimePicker doctorId={at.docId} week={days} chosen={chosen} onChoose={setChosen} />}
        </Loaded>
      </Form>
    </Sheet>
  );
}

/** To another time by phone: the desk's list of slots has only those of visits in person. */
function MoveCall(props: MoveSheetProps) {
  const { at, booking, onClose } = props;
  const { move, moveTo, reason, setReason, hasReason } = useMove(props);
  return (
    <ScheduleSheet
      title={m.clinic_move_title()}
      doctorId={at.docId}
      mode={booking.mode}
      submitLabel={m.clinic_move_yes()}
      cancelLabel={m.reschedule_keep()}
      isReady={hasReason}
      isPending={move.isPending}
      isSent={isSent(move)}
      isSameDoctor
      onSubmit={moveTo}
      onClose={onClose}
    >
      <Moved booking={booking} />
      <Form errors={move.errors} onSubmit={() => undefined}>
        <Reason value={reason} onChange={setReason} />
      </Form>
    </ScheduleSheet>
  );
}

function Moved({ booking }: Pick<MoveSheetProps, "booking">) {
  return (
    <div className="rounded-control bg-sunken p-4">
      <p className="text-lg font-bold wrap-anywhere">{booking.patient_name}</p>
      <p>{m.clinic_move_from({ when: visitWhen(booking) })}</p>
    </div>
  );
}

function Reason({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  return (
    <TextArea
      label={m.clinic_reason()}
      name="reason"
      value={value}
      onChange={onChange}
      hint={m.clinic_reason_hint()}
      isRequired
      maxLength={MAX_REASON_LENGTH}
    />
  );
}
