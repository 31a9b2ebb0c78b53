import { CircleAlert } from "lucide-react";
import { type FormEvent, type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { Form as AriaForm } from "react-aria-components/Form";
import { flushSync } from "react-dom";
import { m } from "../messages";
import { type FieldElement, FormErrors, fieldMessage, invalidFields } from "./field";
import { useFormDraft } from "./form-draft";
import { PreHydrationSubmit } from "./pre-hydration";

interface FormProps {
  children: ReactNode;
  /** Refusals of the server by field name; each message is shown at its field. */
  errors: Record<string, string>;
  /** Longer than a phone's screen: errors are also summarised at the top. */
  isLong?: boolean;
  /** Stores a draft until it is sent (`form-draft.ts`) and warns before it is lost. On for long forms unless their owner does that. */
  isKept?: boolean;
  onSubmit: (data: FormData) => void;
}

type Messages = Readonly<Record<string, string>>;

const nothing: Messages = {};

/**
 * Validates an invalid field again while it is edited. Doing it on blur would move the submit button between pointer down and up.
 */
function recheck({ target }: FormEvent<HTMLElement>): void {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (isText && target.getAttribute("aria-invalid") === "true") target.dispatchEvent(new Event("change"));
}

function labelOf(field: FieldElement): string {
  // The label of a radio button is its choice; the field's name is the legend of its group.
  const group = field.type === "radio" ? field.closest("fieldset")?.querySelector("legend") : undefined;
  const label = group ?? field.labels?.[0];
  return label?.textContent ?? "";
}

function missingIn(form: HTMLFormElement): Messages {
  return Object.fromEntries(
    invalidFields(form).map((field) => [
      field.name,
      fieldMessage(labelOf(field), field.validity, [field.validationMessage]),
    ]),
  );
}

export function Form({ children, errors, isLong = false, isKept = isLong, onSubmit }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState(nothing);
  const draft = useFormDraft(element, isKept, errors);
  const messages = missing === nothing ? errors : missing;

  useEffect(() => {
    if (Object.keys(errors).length > 0) focusTop(summary.current);
  }, [errors]);

  function summarise(event: FormEvent<HTMLElement>): void {
    const form = event.currentTarget.closest("form");
    if (!isLong || !form) return;
    // Each invalid field sends this event: only the first is handled, and the summary gets the focus.
    event.preventDefault();
    if (invalidFields(form)[0] !== event.target) return;
    const found = missingIn(form);
    flushSync(() => setMissing(found));
    focusTop(summary.current);
  }

  return (
    <AriaForm
      ref={element}
      // Without scripts the browser submits the form itself; values must not get into the address.
      method="post"
      validationErrors={errors}
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(nothing);
        draft.onSent();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      <PreHydrationSubmit form={element} />
      <FormErrors value={errors}>
        <div
          className="flex flex-col gap-5"
          onInput={(event) => {
            recheck(event);
            draft.onInput();
          }}
          onInvalidCapture={summarise}
        >
          <ErrorSummary ref={summary} messages={messages} />
          {children}
        </div>
      </FormErrors>
    </AriaForm>
  );
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const found = form?.elements.namedItem(name);
  const field = found instanceof RadioNodeList ? found[0] : found;
  if (field instanceof HTMLElement) field.focus();
}

/** Height of the sticky header. */
const headerHeight = 64;

/** Scrolls so that the beginning of the summary is visible. */
function focusTop(summary: HTMLElement | null): void {
  if (!summary) return;
  summary.focus({ preventScroll: true });
  const { top } = summary.getBoundingClientRect();
  const inSight = top >= headerHeight && top < window.innerHeight / 2;
  if (!inSight) summary.scrollIntoView({ block: "start", behavior: "instant" });
}

/** Errors of a long form at its top, with links to the fields. */
function ErrorSummary({ ref, messages }: { ref: Ref<HTMLDivElement>; messages: Messages }) {
  const entries = Object.entries(messages);
  if (entries.length === 0) return null;
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="flex scroll-mt-20 gap-3 rounded-control bg-blood-soft p-4 text-blood-ink"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div>
        <p className="font-semibold">{m.form_errors_title()}</p>
        <ul className="mt-1">
          {entries.map(([field, message]) => (
            <li key={field}>
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(event.currentTarget.closest("form"), field);
                }}
                className="inline-block py-0.5 underline underline-offset-4 hover:decoration-2"
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
