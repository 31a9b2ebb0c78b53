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
        <h2 className="text-2xl font-bold sm:text-3xl">{title}</h2>
        <p className="mt-2 text-lg text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}
