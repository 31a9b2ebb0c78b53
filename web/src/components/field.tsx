/** Shared by all kinds of fields: their look, and their error messages. */
import { createContext, type FormEvent, type ReactNode, useContext, useId, useState } from "react";
import { m } from "../messages";

/** The look of every input. A focused one stays below the sticky header, with its label and the line above it. */
export const fieldLook =
  "min-h-12 w-full scroll-mt-48 rounded-control border border-field bg-surface px-4 text-base text-ink data-invalid:border-blood";

/** Validation messages in the language of the page instead of the browser's. */
export function fieldMessage(label: string, details: ValidityState, messages: string[]): string {
  if (details.valueMissing) return m.form_field_required({ label });
  if (details.typeMismatch) return m.form_email_invalid();
  if (details.rangeUnderflow || details.rangeOverflow) return m.form_date_out_of_range({ label });
  return messages.join(" ");
}

export type FieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Refusals of the server in the surrounding form, by field name. */
export const FormErrors = createContext<Readonly<Record<string, string>>>({});

export const isField = (element: Element): element is FieldElement =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

/** The invalid fields in document order; of several with one name the first. */
export function invalidFields(form: HTMLFormElement): FieldElement[] {
  const fields = new Map<string, FieldElement>();
  for (const element of form.elements) {
    if (isField(element) && !element.validity.valid && !fields.has(element.name))
      fields.set(element.name, element);
  }
  return [...fields.values()];
}

/** Error state of a native field (select, radio, file): its message, and props for the element. A change clears it. */
export function useFieldError(name: string, label: string) {
  const refused = useContext(FormErrors);
  const id = useId();
  const [missing, setMissing] = useState<string>();
  const [mended, setMended] = useState<object>();
  const message = missing ?? (mended === refused ? undefined : refused[name]);

  function onInvalid(event: FormEvent<FieldElement>): void {
    const field = event.currentTarget;
    setMissing(fieldMessage(label, field.validity, [field.validationMessage]));
    // A form with an error summary has moved the focus already.
    if (!event.defaultPrevented && field.form && invalidFields(field.form)[0] === field) field.focus();
    // Suppresses the browser's own bubble.
    event.preventDefault();
  }

  function clear(): void {
    setMissing(undefined);
    setMended(refused);
  }

  return {
    message,
    messageId: id,
    clear,
    props: {
      onInvalid,
      "aria-invalid": message !== undefined,
      "aria-describedby": message === undefined ? undefined : id,
    },
  };
}

interface FieldFrameProps {
  id: string;
  label: string;
  hint?: string;
  error: ReturnType<typeof useFieldError>;
  children: ReactNode;
}

/** Label, hint and error of a native field. */
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
