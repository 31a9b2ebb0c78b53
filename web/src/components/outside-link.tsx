import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../messages";

interface OutsideLinkProps {
  href: string;
  /** Another look than that of a link in a text; it brings its own icon. */
  look?: string;
  describedBy?: string;
  children: ReactNode;
}

/** A link that leaves this site, in a tab of its own. */
export function OutsideLink({ href, look, describedBy, children }: OutsideLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-describedby={describedBy}
      className={
        look ??
        "inline-flex min-h-11 items-center gap-2 font-semibold text-brand-ink underline decoration-line underline-offset-4 hover:decoration-current"
      }
    >
      {children}
      {!look && <ExternalLink aria-hidden className="size-4 shrink-0" />}
      <span className="sr-only">{m.booking_new_tab()}</span>
    </a>
  );
}

/** A search on Google's map for a place (its address, then what it lies in), which opens the map app of a phone. */
export function directionsTo(...place: string[]): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place.join(", "))}`;
}
