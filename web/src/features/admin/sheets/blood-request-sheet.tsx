import { useQuery } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { useId, useState } from "react";
import { confirmDialogProps } from "../../../api/change";
import { useDistrictName, useStateName } from "../../../api/reference";
import { ActionDialog, ConfirmDialog } from "../../../components/action-dialog";
import { Badge, StateBadge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { DateField } from "../../../components/date-field";
import { Detail } from "../../../components/fact";
import { LoadedSheet, SheetSection } from "../../../components/loaded-sheet";
import { PhoneLink } from "../../../components/phone-link";
import { addDays } from "../../../lib/days";
import { momentLabel, useIndiaTime } from "../../../lib/india-time";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { Group, lookStates } from "../../blood/request/marks";
import { groupName, MAX_DAYS_AHEAD } from "../../blood/rules";
import {
  adminRequestQuery,
  type RequestDetail,
  useAdminBlockRequester,
  useAdminCloseRequest,
  useAdminExtendRequest,
  useAdminLookAtRequest,
  useAdminUnblockRequester,
} from "../api/blood";
import {
  answerStates,
  canBeBlocked,
  canBeClosed,
  canBeExtended,
  canBeLookedAt,
  heldReason,
  Progress,
  requestStates,
} from "../blood";

interface RequestSheetProps {
  id: string;
  onClose: () => void;
}

/** The confirmations of the administrator's actions; with a reason if the text says who reads it. */
const confirmations = {
  /** Releases a held request: more donors are asked. */
  look: {
    title: m.clinic_approve_title,
    text: m.admin_look_text,
    yes: m.admin_approve,
    tone: "brand",
    useChange: useAdminLookAtRequest,
  },
  close: {
    title: m.admin_blood_close_title,
    text: m.admin_blood_close_text,
    reasonHint: m.admin_requester_hint,
    isReasonOptional: true,
    yes: m.admin_blood_close,
    tone: "blood",
    useChange: useAdminCloseRequest,
  },
  /** Blocks a requester's e-mail address. */
  block: {
    title: m.admin_block_title,
    text: m.admin_requester_block_text,
    reasonHint: m.admin_requester_hint,
    isReasonOptional: false,
    yes: m.admin_block,
    tone: "blood",
    useChange: useAdminBlockRequester,
  },
  unblock: {
    title: m.admin_unblock_title,
    text: m.admin_requester_unblock_text,
    yes: m.admin_unblock,
    tone: "brand",
    useChange: useAdminUnblockRequester,
  },
} as const;

type Question = keyof typeof confirmations | "extend";

/** A blood request with its history and the administrator's actions. */
export function RequestSheet({ id, onClose }: RequestSheetProps) {
  const load = useQuery(adminRequestQuery(id));
  // The question stays the same even if another administrator acts meanwhile.
  const [question, setQuestion] = useState<Question>();
  return (
    <>
      <LoadedSheet
        title={m.admin_blood_title()}
        load={load}
        onClose={onClose}
        footer={(known, nameId) =>
          (canBeClosed(known) || canBeExtended(known)) && (
            <>
              {canBeLookedAt(known) && (
                <Button describedBy={nameId} onPress={() => setQuestion("look")}>
                  {m.admin_approve()}
                </Button>
              )}
              {canBeClosed(known) && (
                <Button tone="quiet" describedBy={nameId} onPress={() => setQuestion("close")}>
                  {m.admin_blood_close()}
                </Button>
              )}
              {canBeExtended(known) && (
                <Button describedBy={nameId} onPress={() => setQuestion("extend")}>
                  {m.admin_blood_extend()}
                </Button>
              )}
            </>
          )
        }
      >
        {(known, nameId) => (
          <RequestAbout
            request={known}
            nameId={nameId}
            onBlock={() => setQuestion(known.blocked ? "unblock" : "block")}
          />
        )}
      </LoadedSheet>
      {question && load.data && (
        <QuestionDialog
          key={question}
          question={question}
          request={load.data}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  );
}

interface DialogProps {
  request: RequestDetail;
  onClose: () => void;
}

function QuestionDialog({ question, request, onClose }: DialogProps & { question: Question }) {
  if (question === "extend") return <ExtendDialog request={request} onClose={onClose} />;
  const { title, text, yes, ...confirmation } = confirmations[question];
  return (
    <ConfirmDialog
      {...confirmation}
      title={title({ name: request.Contact_name })}
      text={text()}
      yes={yes()}
      reasonHint={"reasonHint" in confirmation ? confirmation.reasonHint() : undefined}
      of={request._id}
      inputOf={(reason) => reason}
      onClose={onClose}
    />
  );
}

function ExtendDialog({ request, onClose }: DialogProps) {
  const today = useIndiaTime()?.day;
  const [day, setDay] = useState(request.Needed_by);
  return (
    <ActionDialog
      title={m.admin_blood_extend_title()}
      text={m.admin_blood_extend_text()}
      yes={m.admin_blood_extend()}
      tone="brand"
      {...confirmDialogProps(useAdminExtendRequest(request._id), onClose, () => day)}
      onClose={onClose}
    >
      <DateField
        label={m.admin_blood_needed()}
        name="Needed_by"
        value={day}
        onChange={setDay}
        first={today}
        last={today && addDays(today, MAX_DAYS_AHEAD)}
      />
    </ActionDialog>
  );
}

interface RequestAboutProps {
  request: RequestDetail;
  /** The id of the patient's name. */
  nameId: string;
  onBlock: () => void;
}

function RequestAbout({ request, nameId, onBlock }: RequestAboutProps) {
  const districtOf = useDistrictName();
  const stateOf = useStateName();
  const contactId = useId();
  // A held request has no next round before an administrator releases it.
  const waitsForAdmin = request.look === "waits" && !request.heldUntil;
  return (
    <>
      <div>
        <div className="mb-2 flex flex-wrap gap-2">
          <StateBadge states={requestStates} state={request.status} />
          {lookStates[request.look] && <StateBadge states={lookStates} state={request.look} />}
          {request.blocked && <Badge tone="bad">{m.admin_blocked()}</Badge>}
        </div>
        <div className="flex items-center gap-3">
          <Group group={request.Blood_group} />
          <p id={nameId} className="text-2xl font-bold wrap-anywhere">
            {request.Patient_name}
          </p>
        </div>
      </div>
      <Progress request={request} />
      <dl className="grid gap-4 sm:grid-cols-2">
        <Detail label={m.doctor_hospital()} isWide>
          {`${request.Hospital}, ${districtOf(request.District)}, ${stateOf(request.State)}`}
          {!request.inDirectory && (
            <span className="block text-pending-ink">{m.blood_not_in_directory()}</span>
          )}
        </Detail>
        {request.heldFor && (
          <Detail label={m.admin_held_reason()} isWide>
            {heldReason(request.heldFor)}
          </Detail>
        )}
        {request.look === "waits" && (
          <Detail label={m.admin_held_until()}>
            {request.heldUntil ? momentLabel(request.heldUntil) : m.admin_held_no_end()}
          </Detail>
        )}
        <Detail label={m.admin_blood_needed()}>{dateLabel(request.Needed_by)}</Detail>
        <Detail label={m.admin_blood_next_round()}>
          {request.nextWaveAt && !waitsForAdmin ? momentLabel(request.nextWaveAt) : m.admin_blood_no_round()}
        </Detail>
        <Detail label={m.admin_blood_contact()}>
          <span id={contactId}>{request.Contact_name}</span>
        </Detail>
        <Detail label={m.field_phone_number()}>
          <PhoneLink number={request.Phone_number} />
        </Detail>
        <Detail label={m.field_email()}>{request.Email}</Detail>
        <Detail label={m.clinic_reason()}>{request.Reason}</Detail>
        <Detail label={m.admin_blood_created()}>{momentLabel(request.createdAt)}</Detail>
        <Detail label={m.admin_blood_confirmed()}>
          {request.confirmedAt ? momentLabel(request.confirmedAt) : m.admin_blood_unconfirmed()}
        </Detail>
      </dl>
      {(request.blocked || canBeBlocked(request)) && (
        <div className="grid sm:justify-start">
          <Button tone="quiet" describedBy={contactId} onPress={onBlock}>
            <Ban aria-hidden className="size-5 shrink-0 text-blood" />
            {request.blocked ? m.admin_requester_unblock() : m.admin_requester_block()}
          </Button>
        </div>
      )}
      {request.reportList.length > 0 && (
        <SheetSection title={m.admin_reports_title()}>
          <Reports reports={request.reportList} />
        </SheetSection>
      )}
      <SheetSection title={m.admin_waves_title()} none={request.waves.length === 0 && m.admin_rounds_none()}>
        <Waves waves={request.waves} />
      </SheetSection>
    </>
  );
}

/** Reports of both sides. */
function Reports({ reports }: { reports: RequestDetail["reportList"] }) {
  return (
    <ul className="flex flex-col gap-3">
      {reports.map(({ by, donor, reason, at }) => {
        const name = donor ?? m.admin_donor_erased();
        return (
          <li key={`${by} ${at}`} className="rounded-control bg-blood-soft p-4 text-blood-ink">
            <p className="text-sm">
              {by === "donor" ? m.admin_report_of_donor({ name }) : m.admin_report_of_requester({ name })}
            </p>
            <p className="font-semibold wrap-anywhere">{reason}</p>
            <p className="text-sm">{momentLabel(at)}</p>
          </li>
        );
      })}
    </ul>
  );
}

type Wave = RequestDetail["waves"][number];
type Reveal = Wave["answers"][number]["reveals"][number];

function revealWords({ Phone_number: number, firstAt, lastAt, times }: Reveal): string {
  const [first, last] = [momentLabel(firstAt), momentLabel(lastAt)];
  return number
    ? m.admin_disclosed({ number, first, last, times })
    : m.admin_disclosed_erased({ first, last, times });
}

/** Asked donors by round, with their answers. */
function Waves({ waves }: { waves: readonly Wave[] }) {
  return (
    <ol className="flex flex-col gap-5">
      {waves.map((wave) => (
        <li key={wave.number}>
          <h4 className="font-semibold">
            {m.admin_round({ number: wave.number })}
            <span className="ms-2 text-sm font-normal text-muted">{momentLabel(wave.sentAt)}</span>
          </h4>
          <ul className="mt-2 rounded-control border border-line px-4 py-1">
            {wave.answers.map((answer) => (
              <Answer key={answer._id} answer={answer} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function Answer({ answer }: { answer: Wave["answers"][number] }) {
  const districtOf = useDistrictName();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {answer.Name ?? <span className="font-normal text-muted">{m.admin_donor_erased()}</span>}
        </p>
        <p className="flex flex-wrap gap-x-2 text-muted">
          {`${groupName(answer.Blood_group)} · ${districtOf(answer.District)}`}
          {answer.Phone_number && <PhoneLink number={answer.Phone_number} />}
        </p>
      </div>
      <div className="text-end">
        <StateBadge states={answerStates} state={answer.status} />
        {answer.answeredAt && <p className="mt-0.5 text-sm text-muted">{momentLabel(answer.answeredAt)}</p>}
      </div>
      {answer.reveals.map((reveal) => (
        <p key={reveal.firstAt} className="basis-full text-sm text-muted">
          {revealWords(reveal)}
        </p>
      ))}
    </li>
  );
}
