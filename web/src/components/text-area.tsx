import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea as AriaTextArea } from "react-aria-components/TextArea";
import { TextField as AriaTextField, type TextFieldProps } from "react-aria-components/TextField";
import { fieldLook } from "./field-look";
import { FieldMessage } from "./text-field";
import { useTextValue } from "./text-value";

interface TextAreaProps extends TextFieldProps {
  label: string;
  /** What helps to fill it in, below the field. */
  hint?: string;
  /** How many lines are in sight. */
  rows?: number;
}

/** A field for a sentence or two, or for a letter. */
export function TextArea({ label, hint, rows = 3, ...props }: TextAreaProps) {
  const { element, field } = useTextValue<HTMLTextAreaElement>(props);
  return (
    <AriaTextField {...props} {...field} className="flex flex-col gap-1.5">
      <Label className="font-semibold">{label}</Label>
      <AriaTextArea ref={element} rows={rows} className={`${fieldLook} resize-y py-2.5`} />
      {hint && (
        <Text slot="description" className="text-sm text-muted">
          {hint}
        </Text>
      )}
      <FieldMessage label={label} />
    </AriaTextField>
  );
}
