import { LoaderCircle } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { Button, type ButtonProps } from "react-aria-components/Button";
import { useBusyAnnouncement } from "../lib/announce";

interface IconButtonProps extends Omit<ButtonProps, "className" | "children"> {
  label: string;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/**
 * A square target of 44 px with a name for those who do not see the icon. While `isPending` it shows progress, refuses a
 * second press and keeps the focus.
 */
export function IconButton({ label, isPending = false, children, ...props }: IconButtonProps) {
  useBusyAnnouncement(isPending);
  return (
    <Button
      {...props}
      isPending={isPending}
      aria-label={label}
      className="inline-flex size-11 cursor-pointer items-center justify-center rounded-control hover:bg-sunken data-pending:cursor-progress"
    >
      {isPending ? <LoaderCircle aria-hidden className="size-5 animate-spin" /> : children}
    </Button>
  );
}
