import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../paraglide/messages";

/** A link in a text that leaves this site, in a tab of its own. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand-ink underline decoration-line underline-offset-4 hover:decoration-current"
    >
      {children}
      <ExternalLink aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">{m.booking_new_tab()}</span>
    </a>
  );
}
