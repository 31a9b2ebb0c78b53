/** Tools for the whole day: the doctor's delay, and waiting-room screens. */
import { useState } from "react";
import { Button } from "../../../components/button";
import { NativeSelect } from "../../../components/native-select";
import { TitledCard } from "../../../components/titled-card";
import { sessionName } from "../../../lib/visit-words";
import { m } from "../../../messages";
import type { DeskScope, Today } from "../../appointments/api";
import { useTellLate } from "../api";
import { ScreensCard } from "./screens-card";

/** Choices in minutes; another stored value is shown too. */
const choices = [0, 10, 20, 30, 45, 60, 90, 120];

export function DayTools({ at, day }: { at: DeskScope; day: Today }) {
  // A hospital's desk only reads the delay; the doctor or an assistant sets it.
  if (at.doctor?.place) {
    const minutes = `${day.late}`;
    return (
      <div className="mt-6 flex flex-col gap-4">
        {day.late > 0 && <p className="font-semibold">{m.visit_late({ minutes })}</p>}
        <ScreensCard at={at} screens={day.screens ?? []} />
      </div>
    );
  }
  return (
    <div className="mt-6 grid grid-cols-1 gap-4 xl:grid-cols-2">
      <Late key={day.late} at={at} late={day.late} session={currentSession(day)} />
      <ScreensCard at={at} screens={day.screens ?? []} />
    </div>
  );
}

/** The current or next session, if the day has several. */
function currentSession({ sessions, current }: Today): string | undefined {
  const session = sessions.length > 1 ? sessions[current] : undefined;
  return session && sessionName(sessions)(session);
}

interface LazyComponentProps {
  at: DeskScope;
  late: number;
  session: string | undefined;
}

function Late({ at, late, session }: LazyComponentProps) {
  const tell = useTellLate(at);
  const [minutes, setMinutes] = useState(`${late}`);
  const all = [...new Set([...choices, late])].toSorted((a, b) => a - b);
  const label = (number: number) =>
    number === 0 ? m.queue_on_time() : m.value_minutes({ minutes: `${number}` });
  return (
    <TitledCard
      title={at.role === "doctor" ? m.queue_late_title() : m.desk_late_title()}
      text={m.queue_late_text()}
    >
      {session && <p className="mb-3 font-semibold wrap-anywhere">{session}</p>}
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-44">
          <NativeSelect
            label={m.queue_late_label()}
            options={all.map((number) => ({ id: `${number}`, label: label(number) }))}
            value={minutes}
            onChange={setMinutes}
          />
        </div>
        <Button
          isPending={tell.isPending}
          isDisabled={minutes === `${late}`}
          onPress={() => tell.mutate(minutes)}
        >
          {m.queue_late_tell()}
        </Button>
      </div>
    </TitledCard>
  );
}
