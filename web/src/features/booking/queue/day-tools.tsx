/** What concerns the whole day: a doctor who is late, and the screens of the waiting rooms. */
import { useState } from "react";
import { Button } from "../../../components/button";
import { NativeSelect } from "../../../components/native-select";
import { TitledCard } from "../../../components/titled-card";
import { m } from "../../../paraglide/messages";
import { type Today, useTellLate } from "../api/today";
import type { AtDesk } from "../at-desk";
import { sessionName } from "../words";
import { ScreensCard } from "./screens-card";

/** Minutes that one chooses from; another number, which somebody told by other means, is shown too. */
const choices = [0, 10, 20, 30, 45, 60, 90, 120];

export function DayTools({ at, day }: { at: AtDesk; day: Today }) {
  // A hospital's desk sees how late the doctor is there; the doctor, or an assistant, says it.
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

/** The session that is told about: the one under way or the next, where the day has several. */
function currentSession({ sessions, current }: Today): string | undefined {
  const session = sessions.length > 1 ? sessions[current] : undefined;
  return session && sessionName(sessions)(session);
}

interface LateProps {
  at: AtDesk;
  late: number;
  session: string | undefined;
}

function Late({ at, late, session }: LateProps) {
  const tell = useTellLate(at);
  const [minutes, setMinutes] = useState(`${late}`);
  const all = [...new Set([...choices, late])].toSorted((a, b) => a - b);
  const label = (number: number) =>
    number === 0 ? m.queue_on_time() : m.queue_late_minutes({ minutes: `${number}` });
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
