import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextField as AriaTextField, type TextFieldProps } from "react-aria-components/TextField";
import { fieldLook } from "./field-look";
import { fieldMessage } from "./field-message";
import { useTextValue } from "./text-value";

export function FieldMessage({ label }: { label: string }) {
  return (
    <FieldError className="text-blood-ink">
      {({ validationDetails, validationErrors }) => fieldMessage(label, validationDetails, validationErrors)}
    </FieldError>
  );
}

interface Props extends TextFieldProps {
  label: string;
  placeholder?: string;
  /** What helps to fill it in, below the field. */
  hint?: string;
}

export function TextField({ label, placeholder, hint, ...props }: Props) {
  const { element, field } = useTextValue<HTMLInputElement>(props);
  // Browsers fill these in by the same name.
  const filledInAs = props.type === "email" || props.type === "tel" ? props.type : undefined;
  return (
    <AriaTextField autoComplete={filledInAs} {...props} {...field} className="flex flex-col gap-1.5">
      <Label className="font-semibold">{label}</Label>
      <Input ref={element} placeholder={placeholder} className={`${fieldLook} placeholder:text-muted`} />
      {hint && (
        <Text slot="description" className="text-sm text-muted">
          {hint}
        </Text>
      )}
      <FieldMessage label={label} />
    </AriaTextField>
  );
}
