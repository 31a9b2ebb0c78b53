import type { ReactNode } from "react";

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** The way on: a button or a link. */
  children: ReactNode;
  /** Pages that are nothing but this state carry their only heading in it. */
  heading?: "h1" | "h2";
}

export function EmptyState({ icon, title, text, children, heading: Heading = "h2" }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center px-4 py-16 text-center sm:py-24">
      <div className="flex size-20 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
        {icon}
      </div>
      <Heading className="mt-6 text-2xl font-bold sm:text-3xl">{title}</Heading>
      <p className="mt-3 text-lg text-muted">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}
