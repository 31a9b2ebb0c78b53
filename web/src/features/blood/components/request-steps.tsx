import { m } from "../../../paraglide/messages";

/** What happens after the form is sent, and what never happens. */
export function RequestSteps() {
  const steps = [m.blood_step_confirm(), m.blood_step_asked(), m.blood_step_numbers()];
  return (
    <section aria-labelledby="request-steps" className="rounded-card bg-brand-soft p-5">
      <h2 id="request-steps" className="text-lg font-bold text-brand-ink">
        {m.blood_steps_title()}
      </h2>
      <ol className="mt-3 flex flex-col gap-3">
        {steps.map((step, place) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="flex size-7 shrink-0 items-center justify-center rounded-full bg-brand text-sm font-bold text-on-brand"
            >
              {place + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <p className="mt-4 border-t border-line pt-4 font-semibold">{m.blood_cross_match()}</p>
    </section>
  );
}
