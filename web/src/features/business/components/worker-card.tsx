import { ArrowRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { LinkButton } from "../../../components/links";
import { m } from "../../../paraglide/messages";

interface WorkerCardProps {
  icon: ReactNode;
  name: string;
  question: string;
  text: string;
  to: string;
}

/** One kind of worker, and where it registers. */
export function WorkerCard({ icon, name, question, text, to }: WorkerCardProps) {
  const id = useId();
  return (
    <article
      aria-labelledby={id}
      className="flex flex-col rounded-card border border-line bg-surface p-6 shadow-card transition-shadow hover:shadow-raised sm:p-8"
    >
      <div className="flex items-center gap-4">
        <span className="flex size-16 shrink-0 items-center justify-center rounded-card bg-brand-soft text-brand-ink">
          {icon}
        </span>
        <p className="font-semibold text-muted">{name}</p>
      </div>
      <h3 id={id} className="mt-5 text-xl font-bold sm:text-2xl">
        {question}
      </h3>
      <p className="mt-2 mb-6 text-muted">{text}</p>
      <LinkButton
        to={to}
        size="large"
        aria-label={m.business_register_for({ who: name })}
        className="mt-auto"
      >
        {m.business_register()}
        <ArrowRight aria-hidden className="size-5" />
      </LinkButton>
    </article>
  );
}
