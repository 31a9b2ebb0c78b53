import { CopyPlus, Pencil, Plus, X } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useFieldErrors } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Checkbox } from "../../../components/checkbox";
import { Form } from "../../../components/form";
import { IconButton } from "../../../components/icon-button";
import { useUnsaved } from "../../../lib/unsaved";
import { timeRange, weekdayName, weekdays } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { type Place, type Schedule, usePreviewSessions, useUpdateSessions } from "../api";
import {
  copiedTo,
  errorsBySession,
  inOrder,
  type SessionDraft,
  sessionOf,
  sessionsOfSimple,
  sessionText,
  type WeekDraft,
  weekOf,
  wrongSession,
} from "../sessions";
import { placeLabel, SessionFields } from "./session-fields";
import { OutsideNotice, useShownFirst } from "./stranded";

interface SessionsFormProps {
  docId: string;
  schedule: Schedule;
  onLeave: () => void;
}

/** The open dialog: a session by its index (none for a new one), or a copy of a day. */
type Question =
  | { kind: "session"; weekday: string; index?: number }
  | { kind: "copy"; weekday: string }
  | { kind: "simple" };

/** The week as sessions, saved together. Starts with the hours of the simple form. */
export function SessionsForm({ docId, schedule, onLeave }: SessionsFormProps) {
  const update = useUpdateSessions(docId);
  const change = useShownFirst(usePreviewSessions(docId), update);
  const isNew = schedule.sessions.length === 0;
  const saved = isNew ? sessionsOfSimple(schedule) : weekOf(schedule.sessions);
  const [draft, setDraft] = useState<WeekDraft[]>();
  const week = draft ?? saved;
  useUnsaved(draft !== undefined);
  const [question, setQuestion] = useState<Question>();
  const fields = useFieldErrors(change);
  const errors = useMemo(() => errorsBySession(fields.errors), [fields.errors]);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setQuestion(undefined);

  function write(next: WeekDraft[]): void {
    change.reset();
    setDraft(inOrder(next));
    close();
  }

  function save(next: readonly WeekDraft[]): void {
    if (fields.refuses({})) return;
    change.mutate(
      next.map((session) => ({ weekday: session.weekday, ...sessionOf(session) })),
      {
        onSuccess: () => {
          setDraft(undefined);
          onLeave();
          // The pressed button is gone: the focus moves to the heading.
          heading.current?.focus();
        },
      },
    );
  }

  return (
    <Card className="sm:p-8">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold">
        {m.sessions_title()}
      </h2>
      <p className="mt-1 mb-4 text-muted">{m.sessions_text()}</p>
      <OutsideNotice count={update.data?.data.outside ?? 0} />
      <Form errors={errors} onSubmit={() => save(week)}>
        <div>
          {weekdays.map((weekday) => (
            <Day
              key={weekday}
              {...{ weekday, week, errors }}
              hospital={schedule.place}
              onAsk={setQuestion}
              onRemove={(index) => write(week.filter((_, other) => other !== index))}
            />
          ))}
        </div>
        <div className="flex flex-wrap gap-3 max-sm:flex-col">
          <Button
            type="submit"
            size="large"
            isDisabled={!change.isPending && !isNew && JSON.stringify(week) === JSON.stringify(saved)}
            isPending={change.isPending}
          >
            {m.sessions_save()}
          </Button>
          <Button tone="quiet" onPress={isNew ? onLeave : () => setQuestion({ kind: "simple" })}>
            {m.sessions_simple()}
          </Button>
        </div>
      </Form>
      {question?.kind === "session" && (
        <SessionDialog
          weekday={question.weekday}
          session={question.index === undefined ? undefined : week[question.index]}
          others={week.filter(
            ({ weekday }, index) => weekday === question.weekday && index !== question.index,
          )}
          hospital={schedule.place}
          onDone={(session) => write(replaced(week, question, session))}
          onClose={close}
        />
      )}
      {question?.kind === "copy" && (
        <CopyDayDialog
          weekday={question.weekday}
          onDone={(others) => write(copiedTo(week, question.weekday, others))}
          onClose={close}
        />
      )}
      {question?.kind === "simple" && (
        <ActionDialog
          title={m.sessions_simple()}
          text={m.sessions_simple_text({ hours: timeRange(schedule.startTime, schedule.endTime) })}
          yes={m.sessions_simple_yes()}
          tone="brand"
          onSubmit={() => {
            close();
            save([]);
          }}
          onClose={close}
        />
      )}
      {change.question}
    </Card>
  );
}

function replaced(
  week: readonly WeekDraft[],
  { weekday, index }: { weekday: string; index?: number },
  session: SessionDraft,
): WeekDraft[] {
  return [...week.filter((_, other) => other !== index), { weekday, ...session }];
}

interface DayProps {
  weekday: string;
  week: readonly WeekDraft[];
  errors: Readonly<Record<string, string>>;
  hospital: Schedule["place"];
  onAsk: (question: Question) => void;
  onRemove: (index: number) => void;
}

/** The sessions of a weekday, with their actions. */
function Day({ weekday, week, errors, hospital, onAsk, onRemove }: DayProps) {
  const day = weekdayName(weekday);
  const add = useRef<HTMLButtonElement>(null);
  const sessions = week.flatMap((session, index) =>
    session.weekday === weekday ? [{ session, index }] : [],
  );
  return (
    <section aria-label={day} className="border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 className="font-semibold">{day}</h3>
        <div className="flex">
          {sessions.length > 0 && (
            <IconButton
              label={m.session_copy_title({ day })}
              onPress={() => onAsk({ kind: "copy", weekday })}
            >
              <CopyPlus aria-hidden className="size-5" />
            </IconButton>
          )}
          <IconButton
            ref={add}
            label={m.session_new({ day })}
            onPress={() => onAsk({ kind: "session", weekday })}
          >
            <Plus aria-hidden className="size-5 text-brand-ink" />
          </IconButton>
        </div>
      </div>
      {sessions.length === 0 && <p className="text-muted">{m.session_none()}</p>}
      <ul className="flex flex-col gap-2 empty:hidden">
        {sessions.map(({ session, index }) => (
          <li key={`${session.from} ${session.to}`} className="rounded-control bg-sunken py-1 ps-4 pe-1">
            <div className="flex items-center gap-1">
              <p className="min-w-0 flex-1">
                <span className="block font-semibold">{sessionText(session)}</span>
                <span className="block text-sm text-muted wrap-anywhere">
                  {placeLabel(session.place, hospital)}
                </span>
              </p>
              <IconButton
                // The server's name of the field, so that the error summary links to it.
                name={`sessions[${index}]`}
                label={m.session_change_one({ day, hours: timeRange(session.from, session.to) })}
                onPress={() => onAsk({ kind: "session", weekday, index })}
              >
                <Pencil aria-hidden className="size-5 text-brand-ink" />
              </IconButton>
              <IconButton
                label={m.session_remove({ day, hours: timeRange(session.from, session.to) })}
                onPress={() => {
                  onRemove(index);
                  // The button is removed with its session.
                  add.current?.focus();
                }}
              >
                <X aria-hidden className="size-5" />
              </IconButton>
            </div>
            {errors[`sessions[${index}]`] && (
              <p className="pb-2 text-blood-ink">{errors[`sessions[${index}]`]}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SessionDialogProps {
  weekday: string;
  /** The session's current values; undefined for a new one. */
  session: SessionDraft | undefined;
  others: readonly SessionDraft[];
  hospital: Place | null | undefined;
  onDone: (session: SessionDraft) => void;
  onClose: () => void;
}

const empty: SessionDraft = { from: "", to: "", place: "", fee: "" };

function SessionDialog({ weekday, session, others, hospital, onDone, onClose }: SessionDialogProps) {
  const [draft, setDraft] = useState(session ?? empty);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const day = weekdayName(weekday);

  function submit(): void {
    const wrong = wrongSession(draft, others);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) onDone(draft);
  }

  return (
    <ActionDialog
      title={session ? m.session_change({ day }) : m.session_new({ day })}
      text={m.session_text()}
      yes={m.session_done()}
      tone="brand"
      errors={errors}
      onSubmit={submit}
      onClose={onClose}
    >
      <SessionFields
        draft={draft}
        hospital={hospital}
        onChange={(changed) => setDraft({ ...draft, ...changed })}
      />
    </ActionDialog>
  );
}

interface CopyDayDialogProps {
  weekday: string;
  onDone: (others: string[]) => void;
  onClose: () => void;
}

/** Dialogs for a day of the week: edit a session, copy the day. */
function CopyDayDialog({ weekday, onDone, onClose }: CopyDayDialogProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <ActionDialog
      title={m.session_copy_title({ day: weekdayName(weekday) })}
      text={m.session_copy_text()}
      yes={m.session_copy_submit()}
      tone="brand"
      isDisabled={chosen.length === 0}
      onSubmit={() => onDone(chosen)}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-x-4">
        {weekdays
          .filter((day) => day !== weekday)
          .map((day) => (
            <Checkbox
              key={day}
              name={day}
              isChecked={chosen.includes(day)}
              onChange={(isChosen) =>
                setChosen(isChosen ? [...chosen, day] : chosen.filter((other) => other !== day))
              }
            >
              {weekdayName(day)}
            </Checkbox>
          ))}
      </div>
    </ActionDialog>
  );
}
