import { useId, useRef } from "react";
import { useEarlyInput } from "./early";
import { fieldLook } from "./field";
import { useFieldError } from "./form-errors";

interface DateFieldProps {
  label: string;
  name: string;
  /** Days as "2024-01-05". */
  value: string;
  onChange: (day: string) => void;
  /** The first and the last day that can be chosen; open where nothing is said. */
  first?: string;
  last?: string;
  hint?: string;
}

/** A required day, chosen in the browser's own calendar, which knows the first and the last one. */
export function DateField({ label, name, value, onChange, first, last, hint }: DateFieldProps) {
  const id = useId();
  const element = useRef<HTMLInputElement>(null);
  const error = useFieldError(name, label);
  useEarlyInput(element, ({ value: chosen }) => {
    if (chosen !== value) onChange(chosen);
  });
  const described = [hint && `${id}-hint`, error.props["aria-describedby"]].filter(Boolean).join(" ");
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        {...error.props}
        ref={element}
        aria-describedby={described || undefined}
        id={id}
        type="date"
        name={name}
        value={value}
        min={first}
        max={last}
        required
        data-invalid={error.message !== undefined || undefined}
        onChange={(event) => {
          error.clear();
          onChange(event.target.value);
        }}
        className={fieldLook}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error.message && (
        <p id={error.messageId} className="text-blood-ink">
          {error.message}
        </p>
      )}
    </div>
  );
}
