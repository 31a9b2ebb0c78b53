import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../messages";

interface OutsideLinkProps {
  href: string;
  /** Another look than that of an inline link; it has its own icon. */
  look?: string;
  describedBy?: string;
  children: ReactNode;
}

/** A link to another site, opened in a new tab. */
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

/** A Google Maps search for a place (its address, then the area), which opens the map app of a phone. */
export function directionsTo(...place: string[]): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place.join(", "))}`;
}
