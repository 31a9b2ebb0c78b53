import { CircleAlert } from "lucide-react";
import { type FormEvent, type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { Form as AriaForm } from "react-aria-components/Form";
import { flushSync } from "react-dom";
import { m } from "../paraglide/messages";
import { EarlyPress } from "./early";
import { fieldMessage } from "./field";
import { useFormDraft } from "./form-draft";
import { type FieldElement, FormErrors, invalidFields } from "./form-errors";

interface FormProps {
  children: ReactNode;
  /** What the server refused, by field name. Each message also stands at its field. */
  errors: Record<string, string>;
  /** Longer than a phone's screen: what is missing is summarised as well, because its field may be out of sight. */
  isLong?: boolean;
  /** What is typed is kept until it is sent (`form-draft.ts`), and asked about before it is lost: of long forms, unless their owner does that. */
  isKept?: boolean;
  onSubmit: (data: FormData) => void;
}

type Messages = Readonly<Record<string, string>>;

const nothing: Messages = {};

/**
 * A message goes while its field is being mended. On leaving the field it would be too late: the form would shrink
 * between press and release, and the press on its button would miss.
 */
function recheck({ target }: FormEvent<HTMLElement>): void {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (isText && target.getAttribute("aria-invalid") === "true") target.dispatchEvent(new Event("change"));
}

function labelOf(field: FieldElement): string {
  // A radio button's own label is its choice; the question is its group's.
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
    // Every invalid field reports; the first one's report is enough, and the focus goes to the summary instead of to it.
    event.preventDefault();
    if (invalidFields(form)[0] !== event.target) return;
    const found = missingIn(form);
    flushSync(() => setMissing(found));
    focusTop(summary.current);
  }

  return (
    <AriaForm
      ref={element}
      // Without scripts the browser sends the form itself: never in an address, which others get to see.
      method="post"
      validationErrors={errors}
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(nothing);
        draft.onSent();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      <EarlyPress form={element} />
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

/** As high as the header that stays in place. */
const headerHeight = 64;

/** However long the summary is, its beginning is seen. */
function focusTop(summary: HTMLElement | null): void {
  if (!summary) return;
  summary.focus({ preventScroll: true });
  const { top } = summary.getBoundingClientRect();
  const inSight = top >= headerHeight && top < window.innerHeight / 2;
  if (!inSight) summary.scrollIntoView({ block: "start", behavior: "instant" });
}

/** Says at the top what a long form on a small screen shows out of sight, and leads there. */
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
        <p className="font-semibold">{m.form_has_errors()}</p>
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
