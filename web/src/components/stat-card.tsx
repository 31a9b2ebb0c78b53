import type { ReactNode } from "react";
import { Link } from "react-router";

const tones = {
  brand: "bg-brand-soft text-brand-ink",
  pending: "bg-pending-soft text-pending-ink",
  checked: "bg-checked-soft text-checked-ink",
  bad: "bg-blood-soft text-blood-ink",
  quiet: "bg-sunken text-muted",
};

interface StatCardProps {
  label: string;
  icon: ReactNode;
  tone?: keyof typeof tones;
  /** The list of the figure; the whole card links to it. */
  to?: string;
  /** The figure. */
  children: ReactNode;
}

/** One figure of a dashboard, inside a `<dl>`. */
export function StatCard({ label, icon, tone = "brand", to, children }: StatCardProps) {
  return (
    <div
      className={`relative rounded-card border border-line bg-surface p-4 shadow-card sm:p-5 sm:pe-17 ${to ? "transition-colors hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus" : ""}`}
    >
      <dt className="text-muted max-sm:lang-ml:text-sm">
        <span
          className={`flex size-11 items-center justify-center rounded-full max-sm:mb-3 sm:absolute sm:inset-y-0 sm:end-4 sm:my-auto ${tones[tone]}`}
        >
          {icon}
        </span>
        {to ? (
          <Link to={to} className="outline-none after:absolute after:inset-0">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="mt-0.5 text-3xl font-bold">{children}</dd>
    </div>
  );
}
