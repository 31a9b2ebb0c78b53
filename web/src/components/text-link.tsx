import { Link, type LinkProps } from "react-router";

/** A link in a form, with room for a thumb. */
export function TextLink(props: Omit<LinkProps, "className">) {
  return (
    <Link
      {...props}
      className="inline-flex min-h-11 items-center rounded-control font-semibold text-brand-ink underline underline-offset-4 hover:decoration-2"
    />
  );
}
