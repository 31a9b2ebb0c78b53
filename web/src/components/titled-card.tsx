import { type ReactNode, type Ref, useId } from "react";
import { Card } from "./card";

interface TitledCardProps {
  title: string;
  text?: string;
  /** The heading, where the focus goes to it. */
  headingRef?: Ref<HTMLHeadingElement>;
  className?: string;
  children: ReactNode;
}

/** A part of a page with its heading, on a card. */
export function TitledCard({ title, text, headingRef, className = "", children }: TitledCardProps) {
  const id = useId();
  return (
    <Card className={`max-sm:p-5 sm:p-8 ${className}`}>
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
