import type { ReactNode } from "react";

interface ListHeadingProps {
  title: string;
  /** Actions on the whole list, such as the export. */
  children?: ReactNode;
}

export function ListHeading({ title, children }: ListHeadingProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
      <h1 className="text-3xl font-bold max-sm:lang-ml:text-2xl">{title}</h1>
      {children}
    </div>
  );
}
