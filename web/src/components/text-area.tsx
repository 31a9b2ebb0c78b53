import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea as AriaTextArea } from "react-aria-components/TextArea";
import { TextField as AriaTextField, type TextFieldProps } from "react-aria-components/TextField";
import { fieldLook } from "./field-look";
import { FieldMessage } from "./text-field";

interface TextAreaProps extends TextFieldProps {
  label: string;
  /** What helps to fill it in, below the field. */
  hint?: string;
}

/** A field for a sentence or two. */
export function TextArea({ label, hint, ...props }: TextAreaProps) {
  return (
    <AriaTextField {...props} className="flex flex-col gap-1.5">
      <Label className="font-semibold">{label}</Label>
      <AriaTextArea rows={3} className={`${fieldLook} resize-y py-2.5`} />
      {hint && (
        <Text slot="description" className="text-sm text-muted">
          {hint}
        </Text>
      )}
      <FieldMessage label={label} />
    </AriaTextField>
  );
}
