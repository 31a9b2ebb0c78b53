import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, Check, X } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import * as v from "valibot";
import { isDecided } from "../../api/problem";
import { Button } from "../../components/button";
import { DataTable } from "../../components/data-table";
import { Dialog } from "../../components/dialog";
import { Found } from "../../components/loaded";
import { NativeSelect } from "../../components/native-select";
import { PhonePatient, VisitNote } from "../../components/visit";
import { usePanel } from "../../lib/address";
import { focusAfterDialog } from "../../lib/focus";
import { showMessage } from "../../lib/toasts";
import { dateLabel, timeLabel } from "../../lib/visit-time";
import { isByPhone, placesIn, startOf, visitPlace, visitWhen } from "../../lib/words";
import { m } from "../../messages";
import { availabilityQuery, freeSlotsQuery, type Mode } from "../slots/api";
import type { Decision, DoctorBooking } from "./api";
import { bookingColumns, VisitDialog } from "./booking-table";

interface RequestsProps {
  docId: string;
  /** The soonest first. */
  requests: readonly DoctorBooking[];
  search: ComponentProps<typeof Found>["search"];
  /** Rejects on failure, so that a typed reason is kept. */
  onDecide: (decision: Decision) => Promise<unknown>;
}

/** Open requests, decided one by one or several at once. */
export function Requests({ docId, requests, search, onDecide }: RequestsProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isApproving, setApproving] = useState(false);
  const opened = usePanel("request");
  const [question, setQuestion] = useState<Decision>();
  /** Typed reasons of failed rejections, by booking. */
  const [unsent, setUnsent] = useState<Readonly<Record<string, string>>>({});
  const list = useRef<HTMLDivElement>(null);
  const { serial, patient, phone, time, date, status } = bookingColumns(placesIn(requests));

  async function decide(decision: Decision): Promise<void> {
    const { booking, reason } = decision;
    setQuestion(undefined);
    focusAfterDialog(list.current);
    try {
      await onDecide(decision);
    } catch (error) {
      if (!reason) return;
      setUnsent((reasons) => ({ ...reasons, [booking._id]: reason }));
      // A request whose decision the server refused is settled, or was moved and has to be decided again. After a temporary failure (lost
      // connection, busy server) the dialog opens again.
      if (isDecided(error)) return;
      // Not while another dialog is open.
      setQuestion((open) => open ?? decision);
    }
  }

  const chosen = requests.filter(({ _id }) => ticked.has(_id));

  /** One after the other, because each decision changes the day for the next. Failures are reported one by one. */
  async function approveChosen(): Promise<void> {
    setApproving(true);
    let approved = 0;
    for (const booking of chosen) {
      const outcome = onDecide({ kind: "approve", booking, isOneOfSeveral: true });
      approved += await outcome.then(
        () => 1,
        () => 0,
      );
    }
    setTicked(new Set());
    setApproving(false);
    if (approved > 0) showMessage(m.clinic_approved_many({ count: approved }));
  }

  function tick(id: string, isTicked: boolean): void {
    const next = new Set(ticked);
    if (isTicked) next.add(id);
    else next.delete(id);
    setTicked(next);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields.
    <div ref={list} role="group" tabIndex={-1} aria-label={m.clinic_requests()}>
      {chosen.length > 0 && (
        <div className="mb-3">
          <Button isPending={isApproving} onPress={() => void approveChosen()}>
            {m.clinic_approve_many({ count: chosen.length })}
          </Button>
        </div>
      )}
      <Found rows={requests} none={noRequests()} search={search}>
        {(rows) => (
          <DataTable
            caption={m.clinic_requests()}
            rows={rows}
            rowKey={({ _id }) => _id}
            rowsAtFirst={50}
            columns={[
              {
                header: m.clinic_select_short(),
                isHeaderHidden: true,
                cell: (booking) => (
                  <TickBox
                    booking={booking}
                    isTicked={ticked.has(booking._id)}
                    onTick={(isTicked) => tick(booking._id, isTicked)}
                  />
                ),
                onCard: "actions",
              },
              serial,
              { ...patient, sortBy: ({ patient_name }) => patient_name },
              phone,
              time,
              { ...date, sortBy: ({ startsAt }) => startsAt },
              {
                ...status,
                cell: (booking) => (
                  <span className="flex flex-col items-start gap-1">
                    {status.cell(booking)}
                    {booking.answerBy && (
                      <span className="text-sm text-muted">
                        {m.clinic_answer_by({ when: visitWhen(startOf(booking.answerBy)) })}
                      </span>
                    )}
                  </span>
                ),
              },
              {
                header: m.column_action(),
                cell: (booking) => (
                  <div className="flex gap-2">
                    <DecisionButton question={{ kind: "approve", booking }} onAsk={setQuestion} />
                    <DecisionButton question={{ kind: "reject", booking }} onAsk={setQuestion} />
                  </div>
                ),
                onCard: "actions",
              },
            ]}
          />
        )}
      </Found>
      {opened.id && !question && (
        <OpenedRequest
          request={requests.find(({ _id }) => _id === opened.id)}
          onAnswer={(kind, booking) => {
            opened.close();
            if (kind === "approve") void decide({ kind, booking });
            else setQuestion({ kind, booking });
          }}
          onClose={opened.close}
        />
      )}
      {question && (
        <DecisionDialog
          docId={docId}
          key={`${question.kind} ${question.booking._id}`}
          question={question}
          unsentReason={unsent[question.booking._id]}
          onDecide={decide}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </div>
  );
}

/** The note of an empty list. */
export function noRequests() {
  return { icon: CalendarCheck, title: m.clinic_none_title(), text: m.clinic_none_text() };
}

const answers = {
  approve: {
    Icon: Check,
    word: m.clinic_approve,
    name: m.clinic_approve_visit,
    title: m.clinic_approve_title,
    text: m.clinic_approve_text,
    reasonHint: () => undefined,
    tone: "brand",
    look: "border-brand bg-brand-soft text-brand-ink hover:bg-brand hover:text-on-brand",
  },
  reject: {
    Icon: X,
    word: m.clinic_reject,
    name: m.clinic_reject_visit,
    title: m.clinic_reject_title,
    text: m.clinic_reject_text,
    reasonHint: m.clinic_reason_hint,
    tone: "blood",
    look: "border-blood bg-blood-soft text-blood-ink hover:bg-blood hover:text-on-blood",
  },
} as const;

interface TickBoxProps {
  booking: DoctorBooking;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
}

/** The native checkbox in a target of 44 px. */
function TickBox({ booking, isTicked, onTick }: TickBoxProps) {
  return (
    <label className="inline-flex min-h-11 min-w-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        aria-label={m.clinic_select({ name: booking.patient_name, when: visitWhen(booking) })}
        checked={isTicked}
        onChange={({ target }) => onTick(target.checked)}
        className="size-5 shrink-0 cursor-pointer"
      />
      <span aria-hidden className="@4xl:hidden">
        {m.clinic_select_short()}
      </span>
    </label>
  );
}

interface DecisionButtonProps {
  question: Decision;
  onAsk: (question: Decision) => void;
}

function DecisionButton({ question, onAsk }: DecisionButtonProps) {
  const { Icon, word, name, look } = answers[question.kind];
  return (
    <button
      type="button"
      aria-label={name({ name: question.booking.patient_name, when: visitWhen(question.booking) })}
      title={word()}
      onClick={() => onAsk(question)}
      className={`inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-1.5 rounded-control border px-1.5 font-semibold transition-colors @max-4xl:flex-auto ${look}`}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="@4xl:hidden">{word()}</span>
    </button>
  );
}

interface DecisionDialogProps {
  docId: string;
  question: Decision;
  unsentReason?: string;
  onDecide: (decision: Decision) => void;
  onClose: () => void;
}

const offerShape = v.object({ offerDate: v.pipe(v.string(), v.nonEmpty()), offerTime: v.string() });

/** The time that the dialog's form offers, if any. */
function offerOf(form: FormData): Decision["offer"] {
  const read = v.safeParse(offerShape, Object.fromEntries(form));
  return read.success ? { date: read.output.offerDate, time: read.output.offerTime } : undefined;
}

function DecisionDialog({ docId, question, unsentReason, onDecide, onClose }: DecisionDialogProps) {
  const { title, text, reasonHint, word, tone } = answers[question.kind];
  const isRejecting = question.kind === "reject";
  return (
    <VisitDialog
      visit={question.booking}
      title={title()}
      text={text()}
      reasonHint={reasonHint()}
      isReasonOptional
      firstReason={unsentReason}
      yes={word()}
      tone={tone}
      readyReasons={
        isRejecting
          ? [m.clinic_reason_away(), m.clinic_reason_other(), m.clinic_reason_hospital()]
          : undefined
      }
      onSubmit={(reason, form) => onDecide({ ...question, reason, offer: offerOf(form) })}
      onClose={onClose}
    >
      {isRejecting && <OfferTime docId={docId} mode={question.booking.mode} />}
    </VisitDialog>
  );
}

interface OpenedRequestProps {
  /** Undefined if it is no longer open. */
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
            <p>{isByPhone(request) ? visitPlace(request) : request.contact_number}</p>
            {request.phone && <PhonePatient patient={request.phone} />}
            <VisitNote {...request} />
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
          <Button onPress={onClose}>{m.action_close()}</Button>
        </>
      )}
    </Dialog>
  );
}

/** Its fields are `offerDate` and `offerTime` of the surrounding form. Without free days there is nothing to offer. */
export function OfferTime({ docId, mode }: { docId: string; mode?: Mode }) {
  const [day, setDay] = useState("");
  const [time, setTime] = useState("");
  const days = useQuery(availabilityQuery(docId, mode)).data?.filter(({ free }) => free > 0) ?? [];
  const slots = useQuery({ ...freeSlotsQuery(docId, day, mode), enabled: day !== "" }).data?.slots ?? [];
  if (days.length === 0) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NativeSelect
        label={m.clinic_offer_day()}
        name="offerDate"
        placeholder={m.clinic_offer_none()}
        options={days.map(({ day }) => ({ id: day, label: dateLabel(day) }))}
        value={day}
        onChange={(chosen) => {
          setDay(chosen);
          setTime("");
        }}
      />
      {day !== "" && (
        <NativeSelect
          label={m.confirm_time()}
          name="offerTime"
          placeholder={m.slot_choose_time()}
          options={slots.map((slot) => ({ id: slot.time, label: timeLabel(slot.time) }))}
          value={time}
          onChange={setTime}
          isRequired
        />
      )}
    </div>
  );
}
