/** What fields of all kinds share. */
import type { ReactNode } from "react";
import { m } from "../paraglide/messages";
import type { useFieldError } from "./form-errors";

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

interface FieldFrameProps {
  id: string;
  label: string;
  hint?: string;
  error: ReturnType<typeof useFieldError>;
  children: ReactNode;
}

/** Around a field that is the browser's own: its label, what helps, and what is wrong with it. */
export function FieldFrame({ id, label, hint, error, children }: FieldFrameProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <ErrorLine error={error} />
    </div>
  );
}

export function ErrorLine({ error }: Pick<FieldFrameProps, "error">) {
  if (!error.message) return null;
  return (
    <p id={error.messageId} className="text-blood-ink">
      {error.message}
    </p>
  );
}
