import { Link } from "react-router";
import { m } from "../paraglide/messages";

/** The mark is a map pin with a cross: a doctor near you. */
export function BrandMark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path
        fill="currentColor"
        d="M16 2C9.4 2 4 7.3 4 13.8 4 22 12.8 28.5 15.2 30.1a1.4 1.4 0 0 0 1.6 0C19.2 28.5 28 22 28 13.8 28 7.3 22.6 2 16 2Z"
      />
      <path className="fill-surface" d="M13.5 7.5h5v4h4v5h-4v4h-5v-4h-4v-5h4z" />
    </svg>
  );
}

export function Brand({ to }: { to: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-2 rounded-control text-xl font-bold text-brand-ink"
    >
      <BrandMark className="size-8 shrink-0 text-brand" />
      <span className="whitespace-nowrap">{m.brand()}</span>
    </Link>
  );
}
