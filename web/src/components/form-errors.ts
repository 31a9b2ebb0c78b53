/** What a form's fields that are the browser's own (select, radio, file) say about themselves. */
import { createContext, type FormEvent, useContext, useId, useState } from "react";
import { fieldMessage } from "./field";

export type FieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What the server refused in the form around a field, by field name. */
export const FormErrors = createContext<Readonly<Record<string, string>>>({});

export const isField = (element: Element): element is FieldElement =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

/** The fields that cannot be sent as they are, in their order; of several with one name the first. */
export function invalidFields(form: HTMLFormElement): FieldElement[] {
  const fields = new Map<string, FieldElement>();
  for (const element of form.elements) {
    if (isField(element) && !element.validity.valid && !fields.has(element.name))
      fields.set(element.name, element);
  }
  return [...fields.values()];
}

/** The message at a field, and what its element needs for it. It goes when the field changes. */
export function useFieldError(name: string, label: string) {
  const refused = useContext(FormErrors);
  const id = useId();
  const [missing, setMissing] = useState<string>();
  const [mended, setMended] = useState<object>();
  const message = missing ?? (mended === refused ? undefined : refused[name]);

  function onInvalid(event: FormEvent<FieldElement>): void {
    const field = event.currentTarget;
    setMissing(fieldMessage(label, field.validity, [field.validationMessage]));
    // A form that summarises has taken the focus already.
    if (!event.defaultPrevented && field.form && invalidFields(field.form)[0] === field) field.focus();
    // Instead of the browser's bubble, in the browser's language.
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
