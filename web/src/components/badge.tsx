import type { ReactNode } from "react";

export type BadgeTone = "waiting" | "checked" | "good" | "bad" | "quiet";

const tones: Record<BadgeTone, string> = {
  waiting: "bg-waiting-soft text-waiting-ink",
  checked: "bg-checked-soft text-checked-ink",
  good: "bg-brand-soft text-brand-ink",
  bad: "bg-blood-soft text-blood-ink",
  quiet: "bg-sunken text-muted",
};

/** States as the server names them. */
export type States = Readonly<Record<string, { tone: BadgeTone; label: () => string }>>;

/** One that a newer server names and this page does not know stays as it is written. */
export function StateBadge({ states, state }: { states: States; state: string }) {
  const known = states[state];
  return <Badge tone={known?.tone ?? "quiet"}>{known?.label() ?? state}</Badge>;
}

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
