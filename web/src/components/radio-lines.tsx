import { useId } from "react";

export interface RadioLine<Id> {
  id: Id;
  label: () => string;
  /** The consequence of the choice. */
  text: () => string;
}

interface RadioLinesProps<Id> {
  legend: string;
  choices: readonly RadioLine<Id>[];
  /** The initial choice; none if the user has to choose. */
  chosen: Id | undefined;
  onChoose: (id: Id) => void;
  className?: string;
}

/** Options with an explanation each. */
export function RadioLines<Id extends string>(props: RadioLinesProps<Id>) {
  const { legend, choices, chosen, onChoose, className = "" } = props;
  const name = useId();
  return (
    <fieldset className={`min-w-0 ${className}`}>
      <legend className="font-semibold">{legend}</legend>
      {choices.map(({ id, label, text }) => (
        <label key={id} className="flex min-h-11 cursor-pointer gap-3 py-2">
          <input
            type="radio"
            name={name}
            checked={id === chosen}
            required
            onChange={() => onChoose(id)}
            className="mt-1 size-5 shrink-0 cursor-pointer accent-brand"
          />
          <span>
            <span className="font-semibold">{label()}</span>
            <span className="block text-sm text-muted">{text()}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
