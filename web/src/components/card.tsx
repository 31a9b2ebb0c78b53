import type { ReactNode } from "react";

/** A bordered box. */
export function Card({ children, className = "" }: { children: ReactNode; className?: string }) {
  return (
    <div className={`rounded-card border border-line bg-surface p-6 shadow-card ${className}`}>
      {children}
    </div>
  );
}

/** The one frame for what a list of the directory holds. */
export const cardLook =
  "flex h-full flex-col rounded-card border border-line bg-surface p-4 shadow-card sm:p-5";
