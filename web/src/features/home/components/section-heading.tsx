import type { ReactNode } from "react";

interface SectionHeadingProps {
  title: string;
  text: string;
  /** Stands at the end of the line: arrows, a link. */
  children?: ReactNode;
}

export function SectionHeading({ title, text, children }: SectionHeadingProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div>
        <h2 className="text-3xl font-bold tracking-tight">{title}</h2>
        <p className="mt-2 text-lg text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}
