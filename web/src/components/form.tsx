import { CircleAlert } from "lucide-react";
import type { FormEvent, ReactNode } from "react";
import { Form as AriaForm } from "react-aria-components/Form";
import { m } from "../paraglide/messages";

interface FormProps {
  children: ReactNode;
  /** What the server refused, by field name. Each message also stands at its field. */
  errors: Record<string, string>;
  onSubmit: (data: FormData) => void;
}

/**
 * A message goes while its field is being mended. On leaving the field it would be too late: the form would shrink
 * between press and release, and the press on its button would miss.
 */
function recheck({ target }: FormEvent<HTMLElement>): void {
  if (target instanceof HTMLInputElement && target.getAttribute("aria-invalid") === "true") {
    target.dispatchEvent(new Event("change"));
  }
}

export function Form({ children, errors, onSubmit }: FormProps) {
  return (
    <AriaForm
      validationErrors={errors}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      <div className="flex flex-col gap-5" onInput={recheck}>
        <ErrorSummary messages={Object.values(errors)} />
        {children}
      </div>
    </AriaForm>
  );
}

/** Says aloud, at the top, what a long form on a small screen shows out of sight. */
function ErrorSummary({ messages }: { messages: string[] }) {
  if (messages.length === 0) return null;
  return (
    <div role="alert" className="flex gap-3 rounded-control bg-blood-soft p-4 text-blood-ink">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div>
        <p className="font-semibold">{m.form_has_errors()}</p>
        <ul className="mt-1 list-disc ps-5">
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
