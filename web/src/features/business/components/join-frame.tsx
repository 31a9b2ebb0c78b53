import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../../../paraglide/messages";

interface JoinFrameProps {
  title: string;
  text: string;
  /** What to have at hand. */
  needs: readonly string[];
  children: ReactNode;
}

/** A registration, and beside it (on a phone above it) what to have at hand. */
export function JoinFrame({ title, text, needs, children }: JoinFrameProps) {
  return (
    <div className="page grid max-w-5xl items-start gap-x-8 gap-y-6 py-8 md:py-12 lg:grid-cols-[1fr_17rem]">
      <div className="lg:col-span-2">
        <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
        <p className="mt-3 max-w-2xl text-lg text-muted">{text}</p>
      </div>
      <aside className="rounded-card bg-brand-soft p-5 text-brand-ink lg:sticky lg:top-22 lg:col-start-2 lg:row-start-2">
        <h2 className="font-bold">{m.join_need()}</h2>
        <ul className="mt-2 flex flex-col gap-2">
          {needs.map((need) => (
            <li key={need} className="flex gap-2">
              <Check aria-hidden className="mt-0.5 size-5 shrink-0" />
              {need}
            </li>
          ))}
        </ul>
      </aside>
      <div className="min-w-0 lg:row-start-2">{children}</div>
    </div>
  );
}
