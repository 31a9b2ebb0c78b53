import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { type ButtonLook, buttonLook } from "./button-look";

export interface ButtonProps extends ButtonLook, Omit<AriaButtonProps, "children" | "className"> {
  children: ReactNode;
  className?: string;
}

/** While `isPending` it shows progress and refuses a second press, but keeps the focus and its size. */
export function Button({ tone, size, className = "", children, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      className={`${buttonLook({ tone, size })} relative cursor-pointer data-pending:cursor-progress data-disabled:opacity-60 ${className}`}
    >
      {({ isPending }) => (
        <>
          <span className={isPending ? "invisible" : "contents"}>{children}</span>
          {isPending && <LoaderCircle aria-hidden className="absolute size-5 animate-spin" />}
        </>
      )}
    </AriaButton>
  );
}
