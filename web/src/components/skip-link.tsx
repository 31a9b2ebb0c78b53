import { m } from "../paraglide/messages";

/** The page's inline script moves the focus, before the app runs too: a fragment may be somebody's private link. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded-control bg-brand font-semibold text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-5 focus:py-3"
    >
      {m.skip_to_content()}
    </a>
  );
}
