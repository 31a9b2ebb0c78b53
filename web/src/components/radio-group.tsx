import { type ReactNode, useState } from "react";
import { ErrorLine, useFieldError } from "./field";
import { RadioTile } from "./radio-tile";

interface Choice {
  id: string;
  label: string;
  icon?: ReactNode;
}

interface RadioGroupProps {
  label: string;
  name: string;
  choices: readonly Choice[];
  /** The initial choice; none if omitted. */
  first?: string;
  onChange?: (value: string) => void;
}

const columns: Record<number, string> = { 2: "grid-cols-2", 3: "grid-cols-3", 8: "grid-cols-4" };

/** A few options, all visible. A choice is required. */
export function RadioGroup({ label, name, choices, first, onChange }: RadioGroupProps) {
  const [chosen, setChosen] = useState(first);
  const error = useFieldError(name, label);
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className={`grid gap-2 ${columns[choices.length] ?? ""}`}>
        {choices.map(({ id, label: choice, icon }) => (
          <RadioTile
            key={id}
            name={name}
            value={id}
            isChosen={id === chosen}
            isRequired
            onChoose={() => {
              setChosen(id);
              error.clear();
              onChange?.(id);
            }}
            error={error.props}
          >
            <span className="flex min-h-11.5 flex-col items-center justify-center gap-1 py-2 leading-snug font-semibold lang-ml:max-[24rem]:text-sm">
              {icon}
              {choice}
            </span>
          </RadioTile>
        ))}
      </div>
      <ErrorLine error={error} />
    </fieldset>
  );
}
