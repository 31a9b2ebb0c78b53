import { type ReactNode, useLayoutEffect, useRef } from "react";
import { ErrorLine, useFieldError } from "./field";
import { usePreHydrationInput } from "./pre-hydration";

interface CheckboxProps {
  name: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  /** The error if it has to be checked. */
  needed?: string;
  children: ReactNode;
}

/** The native checkbox, with its label as part of the target. */
export function Checkbox({ name, isChecked, onChange, needed, children }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  const error = useFieldError(name, "");
  // A separate sentence: "please fill in" does not suit a checkbox.
  useLayoutEffect(() => {
    box.current?.setCustomValidity(needed !== undefined && !isChecked ? needed : "");
  }, [needed, isChecked]);
  usePreHydrationInput(box, ({ checked }) => {
    if (checked !== isChecked) onChange(checked);
  });
  return (
    <div className="flex flex-col gap-1.5">
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2 font-semibold">
        <input
          {...error.props}
          ref={box}
          type="checkbox"
          name={name}
          checked={isChecked}
          onChange={(event) => {
            error.clear();
            onChange(event.target.checked);
          }}
          className="mt-0.5 size-5 shrink-0 cursor-pointer"
        />
        <span>{children}</span>
      </label>
      <ErrorLine error={error} />
    </div>
  );
}
