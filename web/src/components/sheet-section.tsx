import type { ReactNode } from "react";

/** A part of a sheet with its heading. */
export function SheetSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-3 text-lg font-bold">{title}</h3>
      {children}
    </section>
  );
}
