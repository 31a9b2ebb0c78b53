import { type ReactNode, useId } from "react";
import { Card } from "./card";

interface FormSectionProps {
  number: number;
  title: string;
  text?: string;
  children: ReactNode;
}

/** A numbered section of a long form; its fields are in two columns on a large screen. */
export function FormSection({ number, title, text, children }: FormSectionProps) {
  const id = useId();
  return (
    <Card className="sm:p-8">
      <section aria-labelledby={id}>
        <div className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className="flex size-9 shrink-0 items-center justify-center rounded-full bg-brand-soft font-bold text-brand-ink"
          >
            {number}
          </span>
          <h2 id={id} className="text-xl font-bold">
            {title}
          </h2>
        </div>
        {text && <p className="mt-2 text-muted">{text}</p>}
        <div className="mt-6 grid items-start gap-5 *:min-w-0 sm:grid-cols-2">{children}</div>
      </section>
    </Card>
  );
}
