/**
 * Links, and the look of buttons and links. It needs only React and the router, because every page's frame contains it.
 */
import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router";

export interface ButtonLook {
  tone?: "brand" | "blood" | "soft" | "quiet" | "onDeep";
  size?: "normal" | "large";
}

const tones = {
  brand: "bg-brand text-on-brand hover:bg-brand-strong",
  blood: "bg-blood text-on-blood hover:bg-blood-strong",
  soft: "bg-brand-soft text-brand-ink hover:bg-line",
  quiet: "border border-line bg-surface text-ink hover:bg-sunken",
  onDeep: "bg-on-deep text-deep hover:bg-on-deep-muted",
};

const sizes = {
  normal: "min-h-11 px-5 py-2",
  large: "min-h-13 px-7 py-3 text-lg",
};

/** The look of buttons, whether they act (Button) or lead somewhere (LinkButton). */
export function buttonLook({ tone = "brand", size = "normal" }: ButtonLook): string {
  return `inline-flex items-center justify-center gap-2 rounded-control text-center font-semibold leading-snug transition-colors duration-150 ${tones[tone]} ${sizes[size]}`;
}

/** A link that looks like a button: for the main next step of a page. */
export function LinkButton({ tone, size, className = "", ...props }: LinkProps & ButtonLook) {
  return <Link {...props} className={`${buttonLook({ tone, size })} ${className}`} />;
}

/** A link in a form, large enough for a thumb. */
export function TextLink(props: Omit<LinkProps, "className">) {
  return (
    <Link
      {...props}
      className="inline-flex min-h-11 items-center rounded-control font-semibold text-brand-ink underline underline-offset-4 hover:decoration-2"
    />
  );
}

interface PlainButtonProps extends ButtonLook {
  children: ReactNode;
  onPress: () => void;
}

/** A button that is never pending, for every page's frame: the first page's budget has no room for Button. */
export function PlainButton({ tone, size, onPress, children }: PlainButtonProps) {
  return (
    <button type="button" onClick={onPress} className={`${buttonLook({ tone, size })} cursor-pointer`}>
      {children}
    </button>
  );
}
