import type { Ref } from "react";
import { Button, type ButtonProps } from "react-aria-components/Button";

interface IconButtonProps extends Omit<ButtonProps, "className"> {
  label: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A square target of 44 px with a name for those who do not see the icon. */
export function IconButton({ label, ...props }: IconButtonProps) {
  return (
    <Button
      {...props}
      aria-label={label}
      className="inline-flex size-11 cursor-pointer items-center justify-center rounded-control hover:bg-sunken"
    />
  );
}
