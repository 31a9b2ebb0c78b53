import { ChevronDown } from "lucide-react";
import { useId, useRef } from "react";
import type { Option } from "../lib/profile-values";
import { useEarlyInput } from "./early-input";
import { fieldLook } from "./field-look";
import { useFieldError } from "./form-errors";

interface NativeSelectProps {
  label: string;
  options: Option[];
  value: string;
  onChange: (value: string) => void;
  /** What it is called in the form that it belongs to. */
  name?: string;
  /** What stands there while nothing is chosen. */
  placeholder?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  autoFocus?: boolean;
}

/** The browser's own select: a phone's own list, and nothing to download. For pages of the first visit. */
export function NativeSelect(props: NativeSelectProps) {
  const { label, options, value, onChange, name, placeholder, isRequired, isDisabled, autoFocus } = props;
  const id = useId();
  const element = useRef<HTMLSelectElement>(null);
  const error = useFieldError(name ?? "", label);
  useEarlyInput(element, ({ value: chosen }) => {
    // Whose owner keeps it in the address: the router hears nothing before the whole page is there.
    if (chosen !== value) queueMicrotask(() => onChange(chosen));
  });
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="relative">
        <select
          {...error.props}
          ref={element}
          id={id}
          name={name}
          value={value}
          required={isRequired}
          disabled={isDisabled}
          // biome-ignore lint/a11y/noAutofocus: whoever pressed "edit" goes on in the field.
          autoFocus={autoFocus}
          data-invalid={error.message !== undefined || undefined}
          onChange={(event) => {
            error.clear();
            onChange(event.target.value);
          }}
          className={`${fieldLook} cursor-pointer appearance-none truncate pe-12 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:opacity-100`}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 end-4 my-auto size-5 text-muted"
        />
      </div>
      {error.message && (
        <p id={error.messageId} className="text-blood-ink">
          {error.message}
        </p>
      )}
    </div>
  );
}
