import { type ReactNode, type Ref, useId } from "react";

/** A bordered box. */
export function Card({ children, className = "" }: { children: ReactNode; className?: string }) {
  return (
    <div className={`rounded-card border border-line bg-surface p-6 shadow-card max-sm:p-5 ${className}`}>
      {children}
    </div>
  );
}

/** The frame of a card in a list of the directory. */
export const cardLook =
  "flex h-full flex-col rounded-card border border-line bg-surface p-4 shadow-card sm:p-5";

interface TitledCardProps {
  title: string;
  text?: string;
  /** The heading's ref, if it gets the focus. */
  headingRef?: Ref<HTMLHeadingElement>;
  className?: string;
  children: ReactNode;
}

/** A section of a page with its heading, on a card. */
export function TitledCard({ title, text, headingRef, className = "", children }: TitledCardProps) {
  const id = useId();
  return (
    <Card className={`sm:p-8 ${className}`}>
      <section aria-labelledby={id}>
        <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="text-xl font-bold">
          {title}
        </h2>
        {text && <p className="mt-1 text-muted">{text}</p>}
        <div className="mt-5">{children}</div>
      </section>
    </Card>
  );
}
