/** What concerns the whole day: a doctor who is late, and the screen of the waiting room. */
import { useState } from "react";
import { Button } from "../../../components/button";
import { NativeSelect } from "../../../components/native-select";
import { OutsideLink } from "../../../components/outside-link";
import { TitledCard } from "../../../components/titled-card";
import { m } from "../../../paraglide/messages";
import { type Today, useRenewScreen, useTellLate } from "../api/today";
import type { AtDesk } from "../at-desk";
import { sessionName } from "../words";

/** Minutes that one chooses from; another number, which somebody told by other means, is shown too. */
const choices = [0, 10, 20, 30, 45, 60, 90, 120];

export function DayTools({ at, day }: { at: AtDesk; day: Today }) {
  // A hospital's desk sees how late the doctor is there; the doctor, or an assistant, says it.
  if (at.doctor?.place) {
    const minutes = `${day.late}`;
    return day.late > 0 && <p className="mt-6 font-semibold">{m.visit_late({ minutes })}</p>;
  }
  return (
    <div className="mt-6 grid grid-cols-1 gap-4 xl:grid-cols-2">
      <Late key={day.late} at={at} late={day.late} session={currentSession(day)} />
      {at.role === "doctor" && <WaitingRoom docId={at.docId} hasLink={day.screen} />}
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

function WaitingRoom({ docId, hasLink }: { docId: string; hasLink: boolean }) {
  const renew = useRenewScreen(docId);
  const address = renew.data?.data.address;
  return (
    <TitledCard title={m.queue_screen_title()} text={m.queue_screen_text()}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button tone="soft" isPending={renew.isPending} onPress={() => renew.mutate()}>
          {hasLink ? m.queue_screen_renew() : m.queue_screen_make()}
        </Button>
        {address && <OutsideLink href={address}>{m.queue_screen_open()}</OutsideLink>}
      </div>
      {address && <p className="mt-3 rounded-control bg-sunken px-3 py-2 text-sm wrap-anywhere">{address}</p>}
    </TitledCard>
  );
}
