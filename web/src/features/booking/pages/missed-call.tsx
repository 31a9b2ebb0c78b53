/** /missedcall#token: after three calls in vain the patient moves the consultation free of charge or cancels it, without a login. Opening it changes nothing. */
import { useState } from "react";
import { isSent } from "../../../api/problem";
import { useLink } from "../../../api/use-link";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { DoctorLine } from "../../../components/doctor-line";
import { Detail } from "../../../components/fact";
import { LinkColumn, LinkPage } from "../../../components/link-page";
import { LinkButton } from "../../../components/links";
import { rupees } from "../../../lib/money";
import { paths } from "../../../lib/paths";
import { doctorTitle, startOf, visitWhen } from "../../../lib/words";
import { m } from "../../../messages";
import { ScheduleSheet } from "../../slots/schedule-sheet";
import { type MissedCall, missedCallQuery, useCancelByMissedCall, useMoveByMissedCall } from "../api/offers";

export function Page({ title }: { title: string }) {
  const { token, load, isOver } = useLink(missedCallQuery);
  const bookings = <LinkButton to={paths.userBookings}>{m.offer_bookings()}</LinkButton>;
  return (
    <LinkPage
      load={load}
      isOver={isOver}
      over={{ text: m.message_link_ended(), children: bookings }}
      blocks={1}
      look="h-96"
    >
      {(call) => (
        <LinkColumn>
          <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
          <Card className="sm:p-8">
            <DoctorLine doctor={call.doctorId} />
            <State call={call} />
            <dl className="mt-4 grid gap-4 sm:grid-cols-2">
              <Detail label={m.confirm_time()}>{visitWhen(call)}</Detail>
              <Detail label={m.doctor_fee()}>{rupees(call.fee)}</Detail>
            </dl>
            <div className="mt-6 border-t border-line pt-5">
              {call.state === "open" ? <Choice token={token} call={call} /> : bookings}
            </div>
          </Card>
        </LinkColumn>
      )}
    </LinkPage>
  );
}

/** Unknown states of a newer server count as over. */
function State({ call: { state, until } }: { call: MissedCall }) {
  if (state === "open")
    return (
      <div role="status" className="mt-4 rounded-control bg-pending-soft px-4 py-3 text-pending-ink">
        <p className="font-semibold">{m.phone_choice_title()}</p>
        {until && <p>{m.phone_choice_text({ when: visitWhen(startOf(until)) })}</p>}
      </div>
    );
  const texts: Partial<Record<string, () => string>> = {
    moved: m.missed_call_moved,
    cancelled: m.missed_call_cancelled,
  };
  const look = state === "moved" ? "bg-brand-soft text-brand-ink" : "bg-sunken";
  return (
    <p role="status" className={`mt-4 rounded-control px-4 py-3 ${look}`}>
      {(texts[state] ?? m.missed_call_over)()}
    </p>
  );
}

function Choice({ token, call }: { token: string; call: MissedCall }) {
  const [open, setOpen] = useState<"move" | "cancel">();
  const move = useMoveByMissedCall(token);
  const cancel = useCancelByMissedCall(token);
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
      <Button onPress={() => setOpen("move")}>{m.phone_choice_move()}</Button>
      <Button tone="quiet" onPress={() => setOpen("cancel")}>
        {m.booking_cancel()}
      </Button>
      {open === "move" && (
        <ScheduleSheet
          title={m.booking_reschedule_title()}
          doctorId={call.doctorId._id}
          mode="phone"
          submitLabel={m.reschedule_submit()}
          isPending={move.isPending}
          isSent={isSent(move)}
          isSameDoctor
          onSubmit={(date, time) => move.mutate({ date, time }, { onSuccess: close })}
          onClose={close}
        >
          <DoctorLine doctor={call.doctorId} />
        </ScheduleSheet>
      )}
      {open === "cancel" && (
        <ActionDialog
          title={m.booking_cancel_title()}
          text={`${doctorTitle(call.doctorId)}, ${visitWhen(call)}`}
          yes={m.booking_cancel_yes()}
          no={m.booking_cancel_no()}
          tone="blood"
          isPending={cancel.isPending}
          onSubmit={() => cancel.mutate(undefined, { onSettled: close })}
          onClose={close}
        />
      )}
    </div>
  );
}
