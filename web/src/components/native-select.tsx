import { ChevronDown } from "lucide-react";
import { type ComponentProps, useId, useRef } from "react";
import type { Option } from "../lib/profile-values";
import { FieldFrame, fieldLook, useFieldError } from "./field";
import { usePreHydrationInput } from "./pre-hydration";

interface NativeSelectProps {
  label: string;
  options: Option[];
  value: string;
  onChange: (value: string) => void;
  /** The field's name in the form. */
  name?: string;
  /** The placeholder while nothing is selected. */
  placeholder?: string;
  /** A hint below the field. */
  hint?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  autoFocus?: boolean;
}

interface SelectBoxProps extends Omit<ComponentProps<"select">, "value" | "onChange"> {
  options: Option[];
  value: string;
  onChange: (value: string) => void;
  /** The placeholder while nothing is selected. */
  placeholder?: string;
  chevron: string;
}

/** A native select with our arrow. A choice before hydration is kept. */
export function SelectBox({ options, value, onChange, placeholder, chevron, ...select }: SelectBoxProps) {
  const element = useRef<HTMLSelectElement>(null);
  usePreHydrationInput(element, ({ value: chosen }) => {
    // The owner stores the value in the address: the router is not there before hydration.
    if (chosen !== value) queueMicrotask(() => onChange(chosen));
  });
  return (
    <div className="relative">
      <select {...select} ref={element} value={value} onChange={({ target }) => onChange(target.value)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className={`pointer-events-none absolute inset-y-0 my-auto size-5 ${chevron}`}
      />
    </div>
  );
}

/** A select with its label: the native list, without a download. For pages of the first visit. */
export function NativeSelect(props: NativeSelectProps) {
  const { label, options, value, onChange, name, placeholder, hint, isRequired, isDisabled, autoFocus } =
    props;
  const id = useId();
  const error = useFieldError(name ?? "", label);
  const described = [hint && `${id}-hint`, error.props["aria-describedby"]].filter(Boolean).join(" ");
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <SelectBox
        {...error.props}
        aria-describedby={described || undefined}
        id={id}
        name={name}
        options={options}
        value={value}
        placeholder={placeholder}
        required={isRequired}
        disabled={isDisabled}
        autoFocus={autoFocus}
        data-invalid={error.message !== undefined || undefined}
        onChange={(chosen) => {
          error.clear();
          onChange(chosen);
        }}
        className={`${fieldLook} cursor-pointer appearance-none truncate pe-12 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:opacity-100`}
        chevron="end-4 text-muted"
      />
    </FieldFrame>
  );
}
