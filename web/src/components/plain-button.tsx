import type { ReactNode } from "react";
import { type ButtonLook, buttonLook } from "./button-look";

interface PlainButtonProps extends ButtonLook {
  children: ReactNode;
  onPress: () => void;
}

/** For what never waits in the frame around every page: the first page, which has that frame, has no room for Button. */
export function PlainButton({ tone, size, onPress, children }: PlainButtonProps) {
  return (
    <button type="button" onClick={onPress} className={`${buttonLook({ tone, size })} cursor-pointer`}>
      {children}
    </button>
  );
}
