import { m } from "../../../paraglide/messages";

export function CostSection() {
  const rows = [m.cost_registration(), m.cost_booking(), m.cost_cancel()];
  return (
    <section className="page grid items-center gap-8 py-14 md:grid-cols-2 md:gap-16 md:py-20">
      <div>
        <h2 className="text-2xl font-bold sm:text-3xl">{m.cost_heading()}</h2>
        <p className="mt-4 text-lg text-muted">{m.cost_text()}</p>
      </div>
      <dl className="divide-y divide-line rounded-card border border-line bg-surface px-6 shadow-card">
        {rows.map((row) => (
          <div key={row} className="flex items-center justify-between gap-4 py-5">
            <dt className="text-lg">{row}</dt>
            <dd className="text-2xl font-bold text-brand-ink">{m.cost_free()}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
