import { NativeSelect } from "../../../components/native-select";
import { TextField } from "../../../components/text-field";
import { placeName } from "../../../lib/words";
import { m } from "../../../messages";
import type { Place } from "../api";
import { byPhone, type SessionDraft } from "../sessions";

interface SessionFieldsProps {
  draft: SessionDraft;
  /** The hospital that has confirmed the doctor, as an alternative to the doctor's clinic. */
  hospital: Place | null | undefined;
  onChange: (changed: Partial<SessionDraft>) => void;
}

const times = [
  { name: "from", label: m.schedule_break_from },
  { name: "to", label: m.schedule_break_to },
] as const;

/** The doctor's own clinic, the hospital, by phone, and a former hospital while a session still names it. */
function placeOptions(chosen: string, hospital: Place | null | undefined) {
  const options = [
    { id: "", label: m.doctor_own_clinic() },
    ...(hospital ? [{ id: hospital._id, label: placeName(hospital) }] : []),
    { id: byPhone, label: m.session_by_phone() },
  ];
  return options.some(({ id }) => id === chosen)
    ? options
    : [...options, { id: chosen, label: m.session_place_gone() }];
}

export function placeLabel(chosen: string, hospital: Place | null | undefined): string {
  return placeOptions(chosen, hospital).find(({ id }) => id === chosen)?.label ?? "";
}

/** Start, end, place and fee. */
export function SessionFields({ draft, hospital, onChange }: SessionFieldsProps) {
  return (
    <>
      <TimePair times={times} values={draft} onChange={(name, time) => onChange({ [name]: time })} />
      <NativeSelect
        label={m.session_place()}
        name="place"
        options={placeOptions(draft.place, hospital)}
        value={draft.place}
        onChange={(place) => onChange({ place })}
      />
      <TextField
        label={m.session_fee()}
        name="fee"
        hint={m.session_fee_hint()}
        inputMode="numeric"
        maxLength={6}
        value={draft.fee}
        onChange={(fee) => onChange({ fee })}
      />
    </>
  );
}

interface TimePairProps<Name extends string> {
  times: readonly { name: Name; label: () => string }[];
  values: Readonly<Record<Name, string>>;
  onChange: (name: Name, time: string) => void;
}

/** Start and end, side by side if there is room. */
export function TimePair<Name extends string>({ times, values, onChange }: TimePairProps<Name>) {
  return (
    <div className="grid gap-3 min-[24rem]:grid-cols-2">
      {times.map(({ name, label }) => (
        <TextField
          key={name}
          label={label()}
          name={name}
          type="time"
          isRequired
          value={values[name]}
          onChange={(time) => onChange(name, time)}
        />
      ))}
    </div>
  );
}
