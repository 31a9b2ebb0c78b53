import type { ReactNode } from "react";

interface OpenButtonProps {
  /** The button's id: rows of a list describe their other buttons by it (`describedBy`). */
  id?: string;
  onPress: () => void;
  children: ReactNode;
}

/** A name that opens its details. 44 px high without making a table's row higher. */
export function OpenButton({ id, onPress, children }: OpenButtonProps) {
  return (
    <button
      id={id}
      type="button"
      aria-haspopup="dialog"
      onClick={onPress}
      className="inline-flex @4xl:-my-2.5 min-h-11 cursor-pointer items-center rounded-control text-start font-semibold wrap-anywhere underline decoration-line decoration-2 underline-offset-4 hover:decoration-current"
    >
      {children}
    </button>
  );
}
