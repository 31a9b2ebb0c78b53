import { type ReactNode, useRef } from "react";
import type { useFieldError } from "./field";
import { usePreHydrationInput } from "./pre-hydration";

interface RadioTileProps {
  name: string;
  /** The name for screen readers, if the tile's text is not enough. */
  label?: string;
  /** The submitted value. */
  value?: string;
  isChosen: boolean;
  isDisabled?: boolean;
  /** Less emphasis, for a choice with little to offer; it can still be selected. */
  isQuiet?: boolean;
  isRequired?: boolean;
  onChoose: () => void;
  /** The group's error state (`useFieldError`), as props of the radio button. */
  error?: ReturnType<typeof useFieldError>["props"];
  children: ReactNode;
}

/** One of several tiles: the native radio button, as large as the tile and transparent. */
export function RadioTile(props: RadioTileProps) {
  const {
    name,
    label,
    value,
    isChosen,
    isDisabled,
    isQuiet = false,
    isRequired,
    onChoose,
    error,
    children,
  } = props;
  const element = useRef<HTMLInputElement>(null);
  usePreHydrationInput(element, ({ checked }) => {
    if (checked && !isChosen) onChoose();
  });
  return (
    <label
      className={`relative flex cursor-pointer flex-col items-center justify-center rounded-control border px-1 text-center transition-colors max-sm:lang-ml:text-sm ${isQuiet ? "border-line bg-sunken text-muted" : "border-field bg-surface"} hover:bg-sunken has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-sunken has-disabled:text-muted has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
    >
      <input
        {...error}
        ref={element}
        type="radio"
        name={name}
        value={value}
        aria-label={label}
        checked={isChosen}
        disabled={isDisabled}
        required={isRequired}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control outline-none disabled:cursor-not-allowed"
      />
      {children}
    </label>
  );
}
