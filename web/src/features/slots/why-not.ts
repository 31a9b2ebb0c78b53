/** The reason why a day has no free slots: a sentence, and a word for its tile. */
import type { components } from "../../api/schema";
import { dateLabel, timeRange } from "../../lib/visit-time";
import { m } from "../../messages";

export type WhyNot = components["schemas"]["WhyNot"];

const short: Partial<Record<string, () => string>> = {
  full: m.why_full_short,
  held: m.why_held_short,
  day_off: m.schedule_day_off,
  leave: m.why_leave_short,
  past: m.why_past_short,
  too_soon: m.why_too_soon_short,
};

/** Unknown reasons of a newer server read as "none". */
export function whyNotShort(whyNot: WhyNot | null | undefined): string {
  return (short[whyNot?.reason ?? ""] ?? m.slot_none_short)();
}

const sentences: Partial<Record<string, () => string>> = {
  full: m.why_full,
  held: m.why_held,
  day_off: m.why_day_off,
  past: m.why_past,
  too_soon: m.why_too_soon,
  too_far_ahead: m.why_too_far,
  outside_hours: m.why_no_hours,
  taken: m.why_taken,
};

interface Why {
  reason: string;
  /** The last day of a leave. */
  until?: string | null;
  /** The hours without anything: between two sessions, or of a leave. */
  from?: string | null;
  to?: string | null;
}

export function whyNotText({ reason, until, from, to }: Why): string {
  const hours = from && to ? timeRange(from, to) : undefined;
  if (reason === "leave" && hours) return m.why_leave_hours({ hours });
  if (reason === "leave") return until ? m.why_leave({ day: dateLabel(until) }) : m.why_away();
  if (reason === "between_sessions" && hours) return m.why_between({ hours });
  return (sentences[reason] ?? m.why_none)();
}

/** Whether a full day may get free slots by cancellations. */
export function mayBecomeFree(whyNot: WhyNot | null | undefined): boolean {
  return ["full", "held"].includes(whyNot?.reason ?? "full");
}
