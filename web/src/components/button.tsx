import { LoaderCircle } from "lucide-react";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { useBusyAnnouncement } from "../lib/announce";
import { type ButtonLook, buttonLook } from "./links";

interface ButtonProps extends ButtonLook {
  children: ReactNode;
  type?: "button" | "submit";
  isPending?: boolean;
  /** For a button that cannot be pressed yet, such as Proceed before a time is chosen. */
  isDisabled?: boolean;
  /** The id of the text that distinguishes this button from others with the same name. */
  describedBy?: string;
  onPress?: () => void;
  /** The pointer entered the button or it got the focus, so a press is likely: data can be prefetched. */
  onIntent?: () => void;
}

/**
 * A second press before the next render is ignored. While `isPending` the button shows progress and ignores presses, but keeps its focus,
 * name and size.
 */
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

  /** Pressed, and `isPending` is not rendered yet. */
  const isPressed = useRef(false);

  function press(event: MouseEvent): void {
    // Refusing the click also refuses the Enter key of a form's fields.
    if (isPending || isPressed.current) {
      event.preventDefault();
      return;
    }
    isPressed.current = true;
    // Two timers, which are shorter than a frame: state updates from the press are scheduled in the first, the second runs after they are
    // rendered.
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
      {/* Invisible, but still in the accessibility tree: a pending button keeps its name. */}
      <span className={`inline-flex items-center justify-center gap-2 ${isPending ? "opacity-0" : ""}`}>
        {children}
      </span>
      {isPending && <LoaderCircle aria-hidden className="absolute size-5 animate-spin" />}
    </button>
  );
}
