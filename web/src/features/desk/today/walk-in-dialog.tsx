/** Adds a walk-in: in a free slot of today, or waiting in a session. */
import { useState } from "react";
import * as v from "valibot";
import { confirmDialogProps } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { NativeSelect } from "../../../components/native-select";
import { TextField } from "../../../components/text-field";
import { timeLabel } from "../../../lib/visit-time";
import { placesIn, sessionName } from "../../../lib/words";
import { m } from "../../../messages";
import type { DeskScope, Today } from "../../appointments/api";
import { TokenDialog } from "../../appointments/token-dialog";
import { sessionAt } from "../../slots/sessions";
import { useAddWalkIn } from "../api";

const shape = v.object({
  name: v.string(),
  phoneNumber: v.string(),
  time: v.string(),
  session: v.optional(v.string()),
});

interface WalkInDialogProps {
  at: DeskScope;
  day: Pick<Today, "free" | "sessions" | "current">;
  onClose: () => void;
}

/** Shows the new token in large type. */
export function WalkInDialog({ at, day, onClose }: WalkInDialogProps) {
  const add = useAddWalkIn(at);
  const added = add.data?.data.added;
  if (!added) return <WalkInForm day={day} add={add} onClose={onClose} />;
  return (
    <TokenDialog
      title={m.queue_token_given({ name: added.patient_name })}
      token={added.token}
      another={m.queue_walk_in_another()}
      onAnother={() => add.reset()}
      onClose={onClose}
    >
      {added.time && <p className="mb-4 text-center text-lg">{timeLabel(added.time)}</p>}
    </TokenDialog>
  );
}

interface WalkInFormProps extends Omit<WalkInDialogProps, "at"> {
  add: ReturnType<typeof useAddWalkIn>;
}

function WalkInForm({ day: { free, sessions, current }, add, onClose }: WalkInFormProps) {
  const [time, setTime] = useState("");
  const [session, setSession] = useState(sessions[current]?.from ?? "");
  const placeOf = placesIn(sessions);
  const nameOf = sessionName(sessions);
  const open = sessions.filter((session) => session.open);
  return (
    <ActionDialog
      title={m.queue_walk_in()}
      text={m.queue_walk_in_text()}
      yes={m.queue_walk_in_yes()}
      tone="brand"
      {...confirmDialogProps(
        add,
        () => undefined,
        (_, form) => v.parse(shape, Object.fromEntries(form)),
      )}
      onClose={onClose}
    >
      <TextField label={m.confirm_patient_name()} name="name" autoComplete="off" isRequired autoFocus />
      <TextField
        label={m.field_phone_number()}
        name="phoneNumber"
        type="tel"
        autoComplete="off"
        hint={m.queue_walk_in_number_hint()}
      />
      <NativeSelect
        label={m.confirm_time()}
        name="time"
        placeholder={m.queue_walk_in_wait()}
        options={free.map((slot) => ({
          id: slot,
          label: [timeLabel(slot), placeOf(sessionAt(sessions, slot) ?? {})].filter(Boolean).join(" · "),
        }))}
        value={time}
        onChange={setTime}
      />
      {time === "" && open.length > 1 && (
        <NativeSelect
          label={m.queue_walk_in_session()}
          name="session"
          options={open.map((session) => ({ id: session.from, label: nameOf(session) }))}
          value={session}
          onChange={setSession}
        />
      )}
    </ActionDialog>
  );
}
