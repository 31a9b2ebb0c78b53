import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { TextField as AriaTextField, type TextFieldProps } from "react-aria-components/TextField";
import { m } from "../paraglide/messages";

/** The browser would explain an invalid field in its own language; people read the page's. */
export function fieldMessage(label: string, details: ValidityState, messages: string[]): string {
  if (details.valueMissing) return m.field_required({ label });
  if (details.typeMismatch) return m.field_not_email();
  return messages.join(" ");
}

export function TextField({ label, ...props }: TextFieldProps & { label: string }) {
  return (
    <AriaTextField {...props} className="flex flex-col gap-1.5">
      <Label className="font-semibold">{label}</Label>
      <Input className="min-h-12 w-full rounded-control border border-field bg-surface px-4 text-base text-ink data-invalid:border-blood" />
      <FieldError className="text-blood-ink">
        {({ validationDetails, validationErrors }) =>
          fieldMessage(label, validationDetails, validationErrors)
        }
      </FieldError>
    </AriaTextField>
  );
}
