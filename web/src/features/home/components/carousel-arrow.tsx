import type { ReactNode } from "react";

interface CarouselArrowProps {
  label: string;
  isDisabled: boolean;
  onPress: () => void;
  children: ReactNode;
}

export function CarouselArrow({ label, isDisabled, onPress, children }: CarouselArrowProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // Not `disabled`: the button under the finger of a keyboard user must not lose the focus at the end.
      aria-disabled={isDisabled}
      onClick={onPress}
      className="inline-flex size-11 cursor-pointer items-center justify-center rounded-full border border-line bg-surface text-brand-ink shadow-card hover:bg-brand-soft aria-disabled:cursor-default aria-disabled:opacity-50"
    >
      {children}
    </button>
  );
}
