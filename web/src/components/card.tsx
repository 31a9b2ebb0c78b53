import type { ReactNode } from "react";

/** The one frame for things that lie on the page. */
export function Card({ children, className = "" }: { children: ReactNode; className?: string }) {
  return (
    <div className={`rounded-card border border-line bg-surface p-6 shadow-card ${className}`}>
      {children}
    </div>
  );
}
