/** Tools for the whole day: the doctor's delay, and waiting-room screens. */

import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { refusedFields } from "../../../api/problem";
import { ConfirmDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { TitledCard } from "../../../components/card";
import { Form } from "../../../components/form";
import { NativeSelect } from "../../../components/native-select";
import { TextField } from "../../../components/text-field";
import { momentLabel } from "../../../lib/india-time";
import { paths } from "../../../lib/paths";
import { sessionName } from "../../../lib/words";
import { m } from "../../../messages";
import type { DeskScope, Today } from "../../appointments/api";
import { screenCodeIn } from "../../screen/device";
import { type Screen, usePairScreen, useRemoveScreen, useTellLate } from "../api";

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

/** The doctor's waiting-room screens: pair one by its code, remove one. */
function ScreensCard({ at, screens }: { at: DeskScope; screens: readonly Screen[] }) {
  const [removing, setRemoving] = useState<Screen>();
  return (
    <TitledCard
      title={m.queue_screen_title()}
      text={m.queue_screen_text({ address: `${window.location.host}${paths.screen}` })}
    >
      <PairForm at={at} />
      {screens.length > 0 && (
        <ul aria-label={m.queue_screens()} className="mt-5 flex flex-col gap-2">
          {screens.map((screen) => (
            <li
              key={screen._id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control bg-sunken px-3 py-2"
            >
              <p id={`screen-${screen._id}`} className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{m.queue_screen_number({ number: `${screen.number}` })}</span>
                <span className="block text-sm text-muted">
                  {m.queue_screen_since({ moment: momentLabel(screen.since) })}
                </span>
              </p>
              <Button tone="quiet" describedBy={`screen-${screen._id}`} onPress={() => setRemoving(screen)}>
                {m.action_remove()}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {removing && (
        <ConfirmDialog
          title={m.queue_screen_remove_title({ number: `${removing.number}` })}
          text={m.queue_screen_remove_text()}
          yes={m.action_remove()}
          tone="blood"
          useChange={useRemoveScreen}
          of={at}
          inputOf={() => removing._id}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </TitledCard>
  );
}

/** After scanning a screen's QR code its pairing code is in the address. */
function PairForm({ at }: { at: DeskScope }) {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const scanned = screenCodeIn(hash);
  const [code, setCode] = useState(scanned);
  const pair = usePairScreen(at);
  const place = useRef<HTMLDivElement>(null);

  // Scrolls to the card after the page has scrolled to its top.
  useEffect(() => {
    if (scanned === "") return;
    const frame = requestAnimationFrame(() => place.current?.scrollIntoView({ block: "center" }));
    return () => cancelAnimationFrame(frame);
  }, [scanned]);

  function clear(): void {
    setCode("");
    if (scanned !== "") void navigate({ search, hash: "" }, { replace: true });
  }

  return (
    <Form errors={refusedFields(pair.error)} onSubmit={() => pair.mutate(code, { onSuccess: clear })}>
      <div ref={place} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-44">
          <TextField
            label={m.queue_screen_code()}
            name="code"
            inputMode="numeric"
            autoComplete="off"
            isRequired
            autoFocus={scanned !== ""}
            value={code}
            onChange={setCode}
          />
        </div>
        <Button type="submit" tone="soft" isPending={pair.isPending}>
          {m.queue_screen_add()}
        </Button>
      </div>
    </Form>
  );
}
