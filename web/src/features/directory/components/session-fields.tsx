import { NativeSelect } from "../../../components/native-select";
import { TextField } from "../../../components/text-field";
import { placeName } from "../../../lib/places";
import { m } from "../../../paraglide/messages";
import type { Place } from "../api/own";
import type { SessionDraft } from "../sessions";
import { TimePair } from "./time-pair";

interface SessionFieldsProps {
  draft: SessionDraft;
  /** The hospital that has confirmed the doctor, beside the own clinic. */
  hospital: Place | null | undefined;
  onChange: (changed: Partial<SessionDraft>) => void;
}

const times = [
  { name: "from", label: m.schedule_break_from },
  { name: "to", label: m.schedule_break_to },
] as const;

/** The own clinic, the hospital, and one where nothing can be had any longer, as long as it stands there. */
function placeOptions(chosen: string, hospital: Place | null | undefined) {
  const options = [
    { id: "", label: m.place_own() },
    ...(hospital ? [{ id: hospital._id, label: placeName(hospital) }] : []),
  ];
  return options.some(({ id }) => id === chosen)
    ? options
    : [...options, { id: chosen, label: m.session_place_gone() }];
}

export function placeLabel(chosen: string, hospital: Place | null | undefined): string {
  return placeOptions(chosen, hospital).find(({ id }) => id === chosen)?.label ?? "";
}

/** From, to, where, and for how much. */
export function SessionFields({ draft, hospital, onChange }: SessionFieldsProps) {
  const places = placeOptions(draft.place, hospital);
  return (
    <>
      <TimePair times={times} values={draft} onChange={(name, time) => onChange({ [name]: time })} />
      {places.length > 1 && (
        <NativeSelect
          label={m.session_place()}
          name="place"
          options={places}
          value={draft.place}
          onChange={(place) => onChange({ place })}
        />
      )}
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
