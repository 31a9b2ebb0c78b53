import type { ReactNode } from "react";

interface FactProps {
  icon: ReactNode;
  label: string;
  children: ReactNode;
  className?: string;
}

/** One entry of a `<dl>` with an icon. */
export function Fact({ icon, label, children, className = "" }: FactProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="flex items-center gap-2 text-sm text-muted">
        <span className="shrink-0 text-brand">{icon}</span>
        {label}
      </dt>
      <dd className="ps-7 font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
