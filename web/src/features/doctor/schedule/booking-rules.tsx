/** The doctor's rules: the minimum notice, who approves requests, whether walk-ins take tokens at the door, and who calls patients. */
import { type ReactNode, useRef, useState } from "react";
import { useFieldErrors } from "../../../api/change";
import { Button } from "../../../components/button";
import { TitledCard } from "../../../components/card";
import { Checkbox } from "../../../components/checkbox";
import { Form } from "../../../components/form";
import { TextLink } from "../../../components/links";
import { NativeSelect } from "../../../components/native-select";
import { RadioLines } from "../../../components/radio-lines";
import { TextField } from "../../../components/text-field";
import { posterOf } from "../../../lib/paths";
import { useUnsaved } from "../../../lib/unsaved";
import { noticeChoices, noticeText } from "../../../lib/words";
import { m } from "../../../messages";
import {
  type Answering,
  useUpdateAnswering,
  useUpdateDeskCalls,
  useUpdateDoor,
  useUpdateNotice,
} from "../api";

interface RuleFormProps<Draft> {
  title: string;
  text: string;
  saveLabel: string;
  saved: Draft;
  isSame: (a: Draft, b: Draft) => boolean;
  update: ReturnType<
    typeof useUpdateNotice | typeof useUpdateAnswering | typeof useUpdateDoor | typeof useUpdateDeskCalls
  >;
  onSave: (draft: Draft, then: { onSuccess: () => void }) => void;
  children: (shown: Draft, change: (draft: Draft) => void) => ReactNode;
}

/** A card with one form, which can be saved once something has changed. */
function RuleForm<Draft>({
  title,
  text,
  saveLabel,
  saved,
  isSame,
  update,
  onSave,
  children,
}: RuleFormProps<Draft>) {
  const [draft, setDraft] = useState<Draft>();
  useUnsaved(draft !== undefined);
  const shown = draft ?? saved;
  const { errors, refuses, mend } = useFieldErrors(update);
  const heading = useRef<HTMLHeadingElement>(null);

  function change(changed: Draft): void {
    mend();
    setDraft(changed);
  }

  function submit(): void {
    if (refuses({})) return;
    onSave(shown, {
      onSuccess: () => {
        setDraft(undefined);
        // The pressed button is disabled now and would lose the focus.
        heading.current?.focus();
      },
    });
  }

  return (
    <TitledCard title={title} text={text} headingRef={heading}>
      <Form errors={errors} onSubmit={submit}>
        {children(shown, change)}
        <Button
          type="submit"
          size="large"
          isDisabled={!update.isPending && isSame(shown, saved)}
          isPending={update.isPending}
        >
          {saveLabel}
        </Button>
      </Form>
    </TitledCard>
  );
}

const noticeOption = (minutes: number) => ({
  id: String(minutes),
  label: minutes === 0 ? m.booking_notice_none() : m.booking_notice_before({ time: noticeText(minutes) }),
});

/** The minimum notice of online bookings. */
export function NoticeForm({ docId, noticeMinutes }: { docId: string; noticeMinutes: number }) {
  const update = useUpdateNotice(docId);
  return (
    <RuleForm
      title={m.notice_title()}
      text={m.notice_text()}
      saveLabel={m.booking_notice_save()}
      saved={String(noticeMinutes)}
      isSame={Object.is}
      update={update}
      onSave={update.mutate}
    >
      {(minutes, change) => (
        <NativeSelect
          label={m.booking_notice_label()}
          name="noticeMinutes"
          options={noticeChoices.map(noticeOption)}
          value={minutes}
          onChange={change}
        />
      )}
    </RuleForm>
  );
}

const approvalChoices = [
  { id: "each", label: m.approval_each, text: m.answering_each_text },
  { id: "known", label: m.approval_known_patients, text: m.answering_known_text },
  { id: "all", label: m.approval_all, text: m.answering_all_text },
] as const;

/** As typed: the number may be incomplete. */
const approvalDraft = ({ answeredBy, atOnceADay, digests }: Answering) => ({
  answeredBy: String(answeredBy),
  atOnceADay: String(atOnceADay),
  digests,
});

type ApprovalDraft = ReturnType<typeof approvalDraft>;

const isSameApproval = (a: ApprovalDraft, b: ApprovalDraft) =>
  a.answeredBy === b.answeredBy && a.atOnceADay === b.atOnceADay && a.digests === b.digests;

/** Who approves requests, and whether an e-mail lists the open ones twice a day. */
export function ApprovalForm({ docId, answering }: { docId: string; answering: Answering }) {
  const update = useUpdateAnswering(docId);
  return (
    <RuleForm
      title={m.approval_title()}
      text={m.answering_text()}
      saveLabel={m.approval_save()}
      saved={approvalDraft(answering)}
      isSame={isSameApproval}
      update={update}
      onSave={update.mutate}
    >
      {(shown, change) => (
        <>
          <RadioLines
            legend={m.approval_question()}
            choices={approvalChoices}
            chosen={shown.answeredBy}
            onChoose={(answeredBy) => change({ ...shown, answeredBy })}
          />
          {shown.answeredBy === "all" && (
            <TextField
              label={m.approval_session_limit()}
              name="atOnceADay"
              hint={m.answering_most_hint()}
              inputMode="numeric"
              isRequired
              maxLength={2}
              value={shown.atOnceADay}
              onChange={(atOnceADay) => change({ ...shown, atOnceADay })}
            />
          )}
          <div className="border-t border-line pt-3">
            <Checkbox
              name="digests"
              isChecked={shown.digests}
              onChange={(digests) => change({ ...shown, digests })}
            >
              {m.approval_digests()}
              <span className="block text-sm font-normal text-muted">{m.answering_digests_text()}</span>
            </Checkbox>
          </div>
        </>
      )}
    </RuleForm>
  );
}

/** Whether the desk sees the numbers of consultations by phone, and calls. */
export function DeskCallForm({ docId, deskMayCall }: { docId: string; deskMayCall: boolean }) {
  const update = useUpdateDeskCalls(docId);
  return (
    <RuleForm
      title={m.desk_call_title()}
      text={m.desk_call_text()}
      saveLabel={m.desk_call_save()}
      saved={deskMayCall}
      isSame={Object.is}
      update={update}
      onSave={update.mutate}
    >
      {(shown, change) => (
        <Checkbox name="deskMayCall" isChecked={shown} onChange={change}>
          {m.desk_call_allow()}
          <span className="block text-sm font-normal text-muted">{m.desk_call_allow_text()}</span>
        </Checkbox>
      )}
    </RuleForm>
  );
}

/** The first limit when a doctor lets walk-ins take tokens. */
const usualDoorTokens = "20";

/** Whether walk-ins may take a token with their own phone, and how many in a session. */
export function DoorForm({ docId, tokens }: { docId: string; tokens: number }) {
  const update = useUpdateDoor(docId);
  return (
    <RuleForm
      title={m.door_setting_title()}
      text={m.door_setting_text()}
      saveLabel={m.door_setting_save()}
      saved={String(tokens)}
      isSame={Object.is}
      update={update}
      onSave={update.mutate}
    >
      {(shown, change) => (
        <>
          <Checkbox
            name="allowed"
            isChecked={shown !== "0"}
            onChange={(isOn) => change(isOn ? usualDoorTokens : "0")}
          >
            {m.door_setting_allow()}
          </Checkbox>
          {shown !== "0" && (
            <TextField
              label={m.door_setting_limit()}
              name="tokens"
              hint={m.door_setting_limit_hint()}
              inputMode="numeric"
              isRequired
              maxLength={3}
              value={shown}
              onChange={change}
            />
          )}
          <TextLink to={posterOf(docId)}>{m.door_poster_link()}</TextLink>
        </>
      )}
    </RuleForm>
  );
}
