/** What the booking form asks about the visit; both can be left out. */
import { useId } from "react";
import { RadioTile } from "../../../components/radio-tile";
import { TextField } from "../../../components/text-field";
import { m } from "../../../messages";

export interface VisitNote {
  visitReason?: string;
  /** "first" or "review" */
  visitType?: string;
}

const visitTypes = [
  { id: "first", label: m.visit_type_first },
  { id: "review", label: m.visit_type_review },
] as const;

/** As the server takes it. */
const maxReasonLength = 100;

interface VisitNoteFieldsProps {
  note: VisitNote;
  onChange: (note: VisitNote) => void;
}

export function VisitNoteFields({ note: { visitReason, visitType }, onChange }: VisitNoteFieldsProps) {
  const group = useId();
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="mb-2 font-semibold">{m.visit_type_label()}</legend>
        <div className="grid grid-cols-2 gap-2">
          {visitTypes.map(({ id, label }) => (
            <RadioTile
              key={id}
              name={group}
              isChosen={id === visitType}
              onChoose={() => onChange({ visitReason, visitType: id })}
            >
              <span className="flex min-h-11 items-center px-2 py-1.5 leading-snug font-semibold">
                {label()}
              </span>
            </RadioTile>
          ))}
        </div>
      </fieldset>
      <TextField
        label={m.visit_reason_label()}
        name="visitReason"
        autoComplete="off"
        maxLength={maxReasonLength}
        hint={m.visit_reason_hint()}
        value={visitReason ?? ""}
        onChange={(text) => onChange({ visitReason: text, visitType })}
      />
    </>
  );
}
