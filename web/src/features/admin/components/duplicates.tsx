import { CircleCheck, TriangleAlert } from "lucide-react";
import { Badge, type BadgeTone } from "../../../components/badge";
import { m } from "../../../paraglide/messages";
import type { Duplicate } from "../api";
import { categoryLabel, categoryNamed } from "../applicants";

const whys: Record<string, () => string> = {
  number: m.admin_same_number,
  phone: m.admin_same_phone,
  email: m.admin_same_email,
  name: m.admin_same_name,
};

const states: Record<string, { tone: BadgeTone; label: () => string }> = {
  pending: { tone: "waiting", label: m.admin_state_pending },
  active: { tone: "good", label: m.admin_state_active },
  blocked: { tone: "bad", label: m.admin_blocked },
};

/** Who may be the same person or house, so that nobody is let in twice. */
export function Duplicates({ duplicates }: { duplicates: readonly Duplicate[] }) {
  if (duplicates.length === 0) {
    return (
      <p className="flex items-center gap-2 text-muted">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-brand" />
        {m.admin_duplicates_none()}
      </p>
    );
  }
  return (
    <section className="rounded-control bg-waiting-soft p-4 text-waiting-ink">
      <h3 className="flex items-center gap-2 font-bold">
        <TriangleAlert aria-hidden className="size-5 shrink-0" />
        {m.admin_duplicates_title()}
      </h3>
      <ul className="mt-2 flex flex-col gap-2">
        {duplicates.map(({ _id, category, name, why, state }) => {
          const known = states[state];
          return (
            <li
              key={`${_id} ${why}`}
              className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-surface px-4 py-2.5 text-ink"
            >
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{name}</span>
                <span className="text-sm text-muted">
                  {`${categoryLabel(categoryNamed(category))} · ${whys[why]?.() ?? why}`}
                </span>
              </span>
              <Badge tone={known?.tone ?? "quiet"}>{known?.label() ?? state}</Badge>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
