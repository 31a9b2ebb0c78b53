import type { ReactNode } from "react";
import { m } from "../messages";

export type BadgeTone = "pending" | "checked" | "good" | "bad" | "quiet";

const tones: Record<BadgeTone, string> = {
  pending: "bg-pending-soft text-pending-ink",
  checked: "bg-checked-soft text-checked-ink",
  good: "bg-brand-soft text-brand-ink",
  bad: "bg-blood-soft text-blood-ink",
  quiet: "bg-sunken text-muted",
};

/** A state in a word. The colour only repeats what the word says. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full px-3 py-1 text-sm font-semibold leading-snug ${tones[tone]}`}
    >
      {children}
    </span>
  );
}

/** States as the server names them. */
export type States = Readonly<Record<string, { tone: BadgeTone; label: () => string }>>;

/** An unknown state of a newer server is shown as it is written. */
export function StateBadge({ states, state }: { states: States; state: string }) {
  const known = states[state];
  return <Badge tone={known?.tone ?? "quiet"}>{known?.label() ?? state}</Badge>;
}

/** Marks sample figures. */
export function SampleMark() {
  return <Badge tone="pending">{m.revenue_sample_title()}</Badge>;
}
