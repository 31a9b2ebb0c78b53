import type { ReactNode } from "react";

interface RadioTileProps {
  name: string;
  /** What a screen reader says. */
  label: string;
  isChosen: boolean;
  isDisabled?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** One of several, as a tile: the browser's own radio button, as large as the tile and unseen. */
export function RadioTile({ name, label, isChosen, isDisabled, onChoose, children }: RadioTileProps) {
  return (
    <label className="relative flex cursor-pointer flex-col items-center justify-center rounded-control border border-field bg-surface px-1 text-center transition-colors hover:bg-sunken has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-sunken has-disabled:text-muted has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name={name}
        aria-label={label}
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control outline-none disabled:cursor-not-allowed"
      />
      {children}
    </label>
  );
}
