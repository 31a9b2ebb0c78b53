import type { ReactNode } from "react";

/** One line of a summary inside a `<dl>`: what it is, small, and below it what it says. */
export function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-2 text-sm text-muted">
        <span className="shrink-0 text-brand">{icon}</span>
        {label}
      </dt>
      <dd className="ps-7 font-semibold">{children}</dd>
    </div>
  );
}
