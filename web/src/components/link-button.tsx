import { Link, type LinkProps } from "react-router";
import { type ButtonLook, buttonLook } from "./button-look";

/** A link that looks like a button: for the one obvious next step of a page. */
export function LinkButton({ tone, size, className = "", ...props }: LinkProps & ButtonLook) {
  return <Link {...props} className={`${buttonLook({ tone, size })} ${className}`} />;
}
