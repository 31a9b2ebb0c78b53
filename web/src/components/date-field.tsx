import { useId, useRef } from "react";
import { FieldFrame, fieldLook, useFieldError } from "./field";
import { usePreHydrationInput } from "./pre-hydration";

interface DateFieldProps {
  label: string;
  name: string;
  /** Days as "2024-01-05". */
  value: string;
  onChange: (day: string) => void;
  /** The first and the last day that can be chosen; undefined means no limit. */
  first?: string;
  last?: string;
  hint?: string;
}

/** A required day, chosen in the browser's date picker, which enforces the limits. */
export function DateField({ label, name, value, onChange, first, last, hint }: DateFieldProps) {
  const id = useId();
  const element = useRef<HTMLInputElement>(null);
  const error = useFieldError(name, label);
  usePreHydrationInput(element, ({ value: chosen }) => {
    if (chosen !== value) onChange(chosen);
  });
  const described = [hint && `${id}-hint`, error.props["aria-describedby"]].filter(Boolean).join(" ");
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
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
    </FieldFrame>
  );
}
