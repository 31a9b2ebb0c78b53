import { LoaderCircle } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { type ButtonLook, buttonLook } from "./button-look";

interface ButtonProps extends ButtonLook {
  children: ReactNode;
  type?: "button" | "submit";
  isPending?: boolean;
  onPress?: () => void;
}

/** While `isPending` it shows progress and refuses a second press, but keeps the focus and its size. */
export function Button({ tone, size, type = "button", isPending = false, onPress, children }: ButtonProps) {
  function press(event: MouseEvent): void {
    // Refusing the click also refuses the Enter key of a form's fields.
    if (isPending) event.preventDefault();
    else onPress?.();
  }
  return (
    <button
      type={type}
      aria-disabled={isPending}
      aria-busy={isPending}
      onClick={press}
      className={`${buttonLook({ tone, size })} relative cursor-pointer aria-disabled:cursor-progress`}
    >
      <span className={isPending ? "invisible" : "contents"}>{children}</span>
      {isPending && <LoaderCircle aria-hidden className="absolute size-5 animate-spin" />}
    </button>
  );
}
