/** Dialogs for a day of the week: edit a session, copy the day. */
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog";
import { Checkbox } from "../../../components/checkbox";
import { weekdayName, weekdays } from "../../../lib/visit-time";
import { m } from "../../../messages";
import type { Place } from "../api";
import { type SessionDraft, wrongSession } from "../sessions";
import { SessionFields } from "./session-fields";

interface SessionDialogProps {
  weekday: string;
  /** What it is now; nothing for a new one. */
  session: SessionDraft | undefined;
  others: readonly SessionDraft[];
  hospital: Place | null | undefined;
  onDone: (session: SessionDraft) => void;
  onClose: () => void;
}

const empty: SessionDraft = { from: "", to: "", place: "", fee: "" };

export function SessionDialog({ weekday, session, others, hospital, onDone, onClose }: SessionDialogProps) {
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

export function CopyDayDialog({ weekday, onDone, onClose }: CopyDayDialogProps) {
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
