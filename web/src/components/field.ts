/** What fields of all kinds share. */
import { m } from "../paraglide/messages";

/** One look for everything that is filled in. */
export const fieldLook =
  "min-h-12 w-full rounded-control border border-field bg-surface px-4 text-base text-ink data-invalid:border-blood";

/** The browser would explain an invalid field in its own language; people read the page's. */
export function fieldMessage(label: string, details: ValidityState, messages: string[]): string {
  if (details.valueMissing) return m.field_required({ label });
  if (details.typeMismatch) return m.field_not_email();
  if (details.rangeUnderflow || details.rangeOverflow) return m.field_day_range({ label });
  return messages.join(" ");
}
