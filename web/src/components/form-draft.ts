/** Stores the fields of a form as they are typed, and restores them after a reload, a change of language, or the end of a session. */
import { type RefObject, useEffect, useState } from "react";
import { type DraftValues, keepDraft, readDraft, useDraftEnd } from "../lib/drafts";
import { useUnsaved } from "../lib/unsaved";
import { type FieldElement, isField } from "./field";

/** Passwords, codes and photos are not stored. */
function isStorable(field: Element): field is FieldElement {
  return (
    isField(field) &&
    field.name !== "" &&
    !["password", "file", "hidden"].includes(field.type) &&
    field.autocomplete !== "one-time-code"
  );
}

const isTicked = (field: FieldElement): field is HTMLInputElement =>
  field.type === "checkbox" || field.type === "radio";

/** Distinguishes the checkboxes or radio buttons of one name. */
const nameOf = (field: FieldElement) => (isTicked(field) ? `${field.name}=${field.value}` : field.name);

const heldBy = (field: FieldElement) => (isTicked(field) ? String(field.checked) : field.value);

function valuesIn(form: HTMLFormElement): DraftValues {
  return Object.fromEntries(
    [...form.elements].filter(isStorable).map((field) => [nameOf(field), heldBy(field)]),
  );
}

/** Sets the value and fires the event, so that controlled fields notice. */
function fill(field: FieldElement, value: string): void {
  if (isTicked(field)) {
    if (String(field.checked) !== value && (value === "true" || field.type === "checkbox")) field.click();
    return;
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

/** Restores the draft; fields and options that are rendered later are filled in then, until the user types. */
function restore(form: HTMLFormElement, draft: DraftValues): () => void {
  const left = new Map(Object.entries(draft));
  const pass = () => {
    for (const field of [...form.elements].filter(isStorable)) {
      const name = nameOf(field);
      const value = left.get(name);
      if (value === undefined) continue;
      const isMissing =
        field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value);
      if (isMissing) continue;
      left.delete(name);
      if (heldBy(field) !== value) fill(field, value);
    }
    if (left.size === 0) stop();
  };
  const observer = new MutationObserver(pass);
  const onInput = (event: Event) => {
    if (event.isTrusted) stop();
  };
  const timer = window.setTimeout(pass);
  function stop(): void {
    window.clearTimeout(timer);
    observer.disconnect();
    form.removeEventListener("input", onInput);
  }
  observer.observe(form, { childList: true, subtree: true });
  form.addEventListener("input", onInput);
  return stop;
}

/** With `isKept`, for one form on a page; `errors` are the server's refusals. */
export function useFormDraft(element: RefObject<HTMLFormElement | null>, isKept: boolean, errors: object) {
  const [isTyped, setTyped] = useState(false);
  const [name] = useState(() => (isKept && typeof window !== "undefined" ? window.location.pathname : ""));
  const [draft] = useState(() => (name ? readDraft(name) : {}));
  useUnsaved(isTyped);
  useDraftEnd(name);

  useEffect(() => {
    if (element.current && Object.keys(draft).length > 0) return restore(element.current, draft);
  }, [element, draft]);

  useEffect(() => {
    if (isKept && Object.keys(errors).length > 0) setTyped(true);
  }, [isKept, errors]);

  return {
    onInput: () => {
      if (!isKept || !element.current) return;
      keepDraft(name, valuesIn(element.current));
      setTyped(true);
    },
    /** Sent values are no longer unsaved, unless the server refuses them. */
    onSent: () => setTyped(false),
  };
}
