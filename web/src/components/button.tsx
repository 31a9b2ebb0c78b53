import { LoaderCircle } from "lucide-react";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { useBusyAnnouncement } from "../lib/announce";
import { type ButtonLook, buttonLook } from "./links";

interface ButtonProps extends ButtonLook {
  children: ReactNode;
  type?: "button" | "submit";
  isPending?: boolean;
  /** For what cannot be pressed yet, such as Proceed before a time is chosen. */
  isDisabled?: boolean;
  /** The id of what tells one of many equal buttons from the others. */
  describedBy?: string;
  onPress?: () => void;
  /** It is pointed at, or has the focus: somebody is about to press it. */
  onIntent?: () => void;
}

/** Two taps within a frame count once. While `isPending` it shows progress and refuses presses, but keeps focus, name and size. */
export function Button({
  tone,
  size,
  type = "button",
  isPending = false,
  isDisabled,
  describedBy,
  onPress,
  onIntent,
  children,
}: ButtonProps) {
  useBusyAnnouncement(isPending);

  /** Pressed, and what that changed (`isPending`) is not drawn yet. */
  const isPressed = useRef(false);

  function press(event: MouseEvent): void {
    // Refusing the click also refuses the Enter key of a form's fields.
    if (isPending || isPressed.current) {
      event.preventDefault();
      return;
    }
    isPressed.current = true;
    // Not for a whole frame: the first timer lets those who heard of the press say so, the second comes after what they drew.
    window.setTimeout(() =>
      window.setTimeout(() => {
        isPressed.current = false;
      }),
    );
    onPress?.();
  }
  return (
    <button
      type={type}
      disabled={isDisabled}
      aria-describedby={describedBy}
      aria-disabled={isPending}
      aria-busy={isPending}
      onClick={press}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      className={`${buttonLook({ tone, size })} relative cursor-pointer disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress`}
    >
      {/* Out of sight, not out of the accessibility tree: a button that waits still says what it is. */}
      <span className={`inline-flex items-center justify-center gap-2 ${isPending ? "opacity-0" : ""}`}>
        {children}
      </span>
      {isPending && <LoaderCircle aria-hidden className="absolute size-5 animate-spin" />}
    </button>
  );
}
