import { CalendarRange, Coffee, X } from "lucide-react";
import { useRef, useState } from "react";
import { useFieldErrors } from "../../../api/change";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Form } from "../../../components/form";
import { TextLink } from "../../../components/links";
import { WeekdayToggles } from "../../../components/weekday-toggles";
import { paths } from "../../../lib/paths";
import { useUnsaved } from "../../../lib/unsaved";
import { timeRange, weekdays } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { type Schedule, usePreviewSchedule, useUpdateSchedule } from "../api";
import { TimePair } from "./session-fields";
import { OutsideNotice, useShownFirst } from "./stranded";

/** Days off and break; empty texts without a break. */
interface Weekly {
  daysOff: string[];
  breakStart: string;
  breakEnd: string;
}

function weeklyOf({ daysOff, breakStart, breakEnd }: Schedule): Weekly {
  return { daysOff, breakStart: breakStart ?? "", breakEnd: breakEnd ?? "" };
}

function sameWeekly(a: Weekly, b: Weekly): boolean {
  const days = ({ daysOff }: Weekly) => daysOff.toSorted().join();
  return days(a) === days(b) && a.breakStart === b.breakStart && a.breakEnd === b.breakEnd;
}

const usualBreak = { breakStart: "13:00", breakEnd: "14:00" };
const noBreak = { breakStart: "", breakEnd: "" };
const breakTimes = [
  { name: "breakStart", label: m.schedule_break_from },
  { name: "breakEnd", label: m.schedule_break_to },
] as const;

interface WeeklyFormProps {
  docId: string;
  schedule: Schedule;
  onSessions: () => void;
}

/** The simple weekly form: the same hours every day, days off, and a break. */
export function WeeklyForm({ docId, schedule, onSessions }: WeeklyFormProps) {
  const update = useUpdateSchedule(docId);
  const save = useShownFirst(usePreviewSchedule(docId), update);
  const saved = weeklyOf(schedule);
  const [draft, setDraft] = useState<Weekly>();
  const weekly = draft ?? saved;
  useUnsaved(draft !== undefined);
  const [withBreak, setWithBreak] = useState(saved.breakStart !== "");
  const { errors, refuses, mend } = useFieldErrors(save);
  const heading = useRef<HTMLHeadingElement>(null);

  function change(changed: Partial<Weekly>): void {
    // Both times can correct the error, which is shown at one of them.
    mend();
    setDraft({ ...weekly, ...changed });
  }

  function toggleBreak(): void {
    setWithBreak(!withBreak);
    change(withBreak ? noBreak : usualBreak);
  }

  function submit(): void {
    const isWrong = withBreak && weekly.breakEnd <= weekly.breakStart;
    if (refuses(isWrong ? { breakEnd: m.schedule_break_end_before() } : {})) return;
    save.mutate(weekly, {
      onSuccess: () => {
        setDraft(undefined);
        // The pressed button is gone: the focus moves to the heading.
        heading.current?.focus();
      },
    });
  }

  const BreakIcon = withBreak ? X : Coffee;
  return (
    <Card className="sm:p-8">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold">
        {m.schedule_weekly()}
      </h2>
      <p className="mt-1 mb-2 text-muted">
        {m.schedule_hours({ hours: timeRange(schedule.startTime, schedule.endTime) })}
      </p>
      <div className="mb-4">
        <TextLink to={paths.doctorProfile}>{m.schedule_hours_change()}</TextLink>
      </div>
      <OutsideNotice count={update.data?.data.outside ?? 0} />
      <Form errors={errors} onSubmit={submit}>
        <WeekdayToggles
          label={m.schedule_days_off()}
          hint={m.schedule_days_off_hint()}
          daysOff={weekly.daysOff}
          onChange={(daysOff) => change({ daysOff })}
        />
        {weekly.daysOff.length === weekdays.length && (
          <p role="status" className="text-pending-ink">
            {m.schedule_no_day_worked()}
          </p>
        )}
        <fieldset className="min-w-0 border-t border-line pt-5">
          <legend className="float-left mb-3 font-semibold">{m.schedule_break()}</legend>
          <div className="clear-both">
            {withBreak && (
              <div className="mb-3">
                <TimePair
                  times={breakTimes}
                  values={weekly}
                  onChange={(name, time) => change({ [name]: time })}
                />
              </div>
            )}
            <Button tone="quiet" onPress={toggleBreak}>
              <BreakIcon aria-hidden className="size-5 shrink-0" />
              {withBreak ? m.schedule_break_remove() : m.schedule_break_add()}
            </Button>
          </div>
        </fieldset>
        <Button
          type="submit"
          size="large"
          isDisabled={!save.isPending && sameWeekly(weekly, saved)}
          isPending={save.isPending}
        >
          {m.action_save()}
        </Button>
      </Form>
      <div className="mt-6 border-t border-line pt-5">
        <p className="mb-3 text-muted">{m.sessions_intro()}</p>
        <Button tone="quiet" onPress={onSessions}>
          <CalendarRange aria-hidden className="size-5 shrink-0" />
          {m.sessions_open()}
        </Button>
      </div>
      {save.question}
    </Card>
  );
}
