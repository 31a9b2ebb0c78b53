import type { ReactNode } from "react";

interface ListNoteProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** The way on, where there is one. */
  children?: ReactNode;
  /** One below the heading that the list stands under. */
  heading?: "h2" | "h3";
}

/** What a list says when it is empty, in the room of a few rows: the page has more below it. */
export function ListNote({ icon, title, text, children, heading: Heading = "h3" }: ListNoteProps) {
  return (
    <div className="flex flex-col items-center rounded-card border border-dashed border-field bg-surface px-4 py-10 text-center">
      <span className="flex size-14 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
        {icon}
      </span>
      <Heading className="mt-4 text-xl font-bold">{title}</Heading>
      <p className="mt-1 max-w-md text-muted">{text}</p>
      {children && <div className="mt-5">{children}</div>}
    </div>
  );
}
