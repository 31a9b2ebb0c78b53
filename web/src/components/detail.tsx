import type { ReactNode } from "react";
import { m } from "../messages";

interface DetailProps {
  label: string;
  /** Nothing, where it was not given. */
  children?: ReactNode;
  /** Takes the whole width of a `<dl>` with two columns. */
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
