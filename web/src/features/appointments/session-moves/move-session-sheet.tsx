/** Moves a whole session: each of its patients is proposed a free slot at or after the chosen time. */

import { useQuery } from "@tanstack/react-query";
import { CalendarSync } from "lucide-react";
import { useState } from "react";
import { refusedAs } from "../../../api/problem";
import { MAX_REASON_LENGTH } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { Sheet } from "../../../components/dialog";
import { Form } from "../../../components/form";
import { Loaded } from "../../../components/loaded";
import { NativeSelect } from "../../../components/native-select";
import { Skeleton } from "../../../components/skeletons";
import { TextArea } from "../../../components/text-area";
import { dateLabel, dateTimeLabel, timeLabel } from "../../../lib/visit-time";
import { isByPhone, sessionName } from "../../../lib/words";
import { m } from "../../../messages";
import { sessionAt } from "../../slots/sessions";
import { type ChosenTime, shownTime, TimePicker } from "../../slots/time-picker";
import { type DeskScope, deskSlotsQuery } from "../api";
import { type MoveWish, movePreviewQuery, useMoveSession } from "./api";

interface MovableVisit {
  /** As in "09:15" */
  time: string;
  mode?: string | null;
}

interface MoveSessionProps {
  at: DeskScope;
  /** As in "2024-01-05" */
  day: string;
  /** Its visits to come, the first one first. */
  visits: readonly MovableVisit[];
  /** The id of the day's heading, if it is one of several. */
  heading?: string;
}

/** The button that opens the sheet. */
export function MoveSession(props: MoveSessionProps) {
  const [isOpen, setOpen] = useState(false);
  if (props.visits.length === 0) return null;
  return (
    <>
      <Button tone="quiet" describedBy={props.heading} onPress={() => setOpen(true)}>
        <CalendarSync aria-hidden className="size-5 shrink-0" />
        {m.session_move_button()}
      </Button>
      {isOpen && <MoveSessionSheet {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

interface MoveSessionSheetProps extends MoveSessionProps {
  onClose: () => void;
}

function MoveSessionSheet({ at, day, visits, onClose }: MoveSessionSheetProps) {
  const move = useMoveSession(at);
  const atPlaces = useQuery(deskSlotsQuery(at));
  const byPhone = useQuery({ ...deskSlotsQuery(at, "phone"), enabled: visits.some(isByPhone) });
  const [reason, setReason] = useState("");
  const [chosen, setChosen] = useState<ChosenTime>({});
  const [within, setWithin] = useState(visits[0]?.time ?? "");
  const times = visits.map(({ time }) => time);
  // Only sessions with visits; a day with plain hours has one session and names none.
  const sessions = [atPlaces, byPhone]
    .flatMap(({ data }) => data?.find((one) => one.day === day)?.sessions ?? [])
    .filter((session) => times.some((time) => sessionAt([session], time)))
    .toSorted((a, b) => a.from.localeCompare(b.from));
  // A visit moves to slots of its own kind.
  const week = visits.some((visit) => visit.time === within && isByPhone(visit)) ? byPhone : atPlaces;
  const { shown, time } = shownTime(week.data ?? [], chosen);
  const wish: MoveWish = {
    sessionDate: day,
    sessionTime: within,
    date: shown?.day ?? day,
    time: time ?? "",
  };
  const isReady = reason.trim() !== "" && time !== undefined;

  function submit(): void {
    if (!isReady) return;
    move.mutate(
      { ...wish, reason: reason.trim() },
      {
        onSuccess: onClose,
        onError: (error) => {
          // The session is being moved already; the list shows it.
          if (refusedAs(error, "not_changeable")) onClose();
        },
      },
    );
  }

  return (
    <Sheet
      title={m.session_move_title()}
      onClose={onClose}
      footer={
        <>
          <p aria-live="polite" className="mb-3 text-center font-semibold">
            {shown && time
              ? m.session_move_from_on({ when: dateTimeLabel(shown.day, time) })
              : m.schedule_hint()}
          </p>
          <div className="grid grid-cols-2 gap-3">
            <Button tone="quiet" onPress={onClose}>
              {m.clinic_not_now()}
            </Button>
            <Button isDisabled={!isReady} isPending={move.isPending} onPress={submit}>
              {m.session_move_yes()}
            </Button>
          </div>
        </>
      }
    >
      <div className="rounded-control bg-sunken p-4">
        <p className="text-lg font-bold">{dateLabel(day)}</p>
        <p>{m.session_move_text()}</p>
      </div>
      <Form errors={move.errors} onSubmit={submit}>
        {sessions.length > 1 && (
          <NativeSelect
            label={m.session_move_which()}
            options={sessions.map((session) => ({
              id: times.find((time) => sessionAt([session], time)) ?? session.from,
              label: sessionName(sessions)(session),
            }))}
            value={within}
            onChange={(time) => {
              setWithin(time);
              setChosen({});
            }}
          />
        )}
        <TextArea
          label={m.clinic_reason()}
          name="reason"
          value={reason}
          onChange={setReason}
          hint={m.session_move_reason_hint()}
          isRequired
          maxLength={MAX_REASON_LENGTH}
        />
        <Loaded load={week} fallback={<Skeleton look="h-64" />} missing={m.slot_load_failed()}>
          {(days) => <TimePicker doctorId={at.docId} week={days} chosen={chosen} onChoose={setChosen} />}
        </Loaded>
      </Form>
      {wish.time !== "" && <Preview at={at} wish={wish} />}
    </Sheet>
  );
}

/** Which visit would go where. */
function Preview({ at, wish }: { at: DeskScope; wish: MoveWish }) {
  const preview = useQuery(movePreviewQuery(at, wish));
  return (
    <Loaded load={preview} fallback={<Skeleton look="h-24" />} missing={m.session_move_preview_failed()}>
      {({ visits, placed, requests }) => (
        <section aria-label={m.session_move_preview()} className="rounded-control border border-line p-4">
          <p className="font-semibold">
            {m.session_move_fit({ placed: `${placed}`, total: `${visits.length}` })}
          </p>
          {requests > 0 && <p className="text-sm">{m.session_move_requests({ count: `${requests}` })}</p>}
          <ul className="mt-2">
            {visits.map(({ patient_name, time, newTime }) => (
              <li key={time} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-1.5">
                <span className="min-w-0 wrap-anywhere">{patient_name}</span>
                <span className="font-semibold">
                  {timeLabel(time)} → {newTime ? timeLabel(newTime) : m.session_move_call()}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  );
}
