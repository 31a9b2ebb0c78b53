import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useFilters } from "../lib/address";
import { useHydrated } from "../lib/hydrated";
import { m } from "../messages";

interface NextStepsProps {
  /** The parameter of the address that shows it; closing removes it. */
  param: string;
  title: string;
  steps: readonly string[];
}

/** Next steps after a form was sent, on top of the page until they are closed. They survive a reload. */
export function NextSteps({ param, title, steps }: NextStepsProps) {
  const hydrated = useHydrated();
  const { filters, clear } = useFilters({ [param]: {} });
  if (!hydrated || !filters[param]) return null;
  return <Steps title={title} steps={steps} onClose={clear} />;
}

function Steps({ title, steps, onClose }: Omit<NextStepsProps, "param"> & { onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Otherwise the page's heading would take the focus on arrival; the confirmation is more important.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="next-steps" className="page py-6">
      <div className="flex items-start gap-3 rounded-card border border-brand bg-brand-soft p-5 text-brand-ink sm:p-6">
        <div className="min-w-0 flex-1">
          <h2 ref={heading} id="next-steps" tabIndex={-1} className="text-xl font-bold sm:text-2xl">
            {title}
          </h2>
          <ol className="mt-3 list-decimal space-y-2 ps-6">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
        <button
          type="button"
          aria-label={m.action_close()}
          onClick={onClose}
          className="inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-control hover:bg-line"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
    </section>
  );
}
