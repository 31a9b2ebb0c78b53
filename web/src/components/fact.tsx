import type { ReactNode } from "react";
import { m } from "../messages";

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
      <dt className="flex gap-2 text-sm text-muted">
        <span className="flex h-[1lh] shrink-0 items-center text-brand">{icon}</span>
        {label}
      </dt>
      <dd className="ps-7 font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

interface DetailProps {
  label: string;
  /** The value; undefined if it was not given. */
  children?: ReactNode;
  /** Spans both columns of a `<dl>`. */
  isWide?: boolean;
}

/** One entry of a `<dl>`. */
export function Detail({ label, children, isWide = false }: DetailProps) {
  return (
    <div className={`min-w-0 ${isWide ? "sm:col-span-2" : ""}`}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold wrap-anywhere">
        {children || <span className="font-normal text-muted">{m.profile_not_given()}</span>}
      </dd>
    </div>
  );
}
