import { Eye, EyeOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextField, type TextFieldProps } from "react-aria-components/TextField";
import { m } from "../paraglide/messages";
import { fieldLook } from "./field";
import { FieldMessage, useTextValue } from "./text-field";

interface PasswordFieldProps extends Omit<TextFieldProps, "type" | "isRequired" | "className"> {
  label: string;
  hint?: ReactNode;
  /** Tells password managers whether to fill one in or to suggest one. */
  autoComplete: "current-password" | "new-password";
}

/** A required password that can be looked at: typing blind on a phone is where passwords go wrong. */
export function PasswordField({ label, hint, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const { element, field } = useTextValue<HTMLInputElement>(props);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      {...field}
      isRequired
      type={shown ? "text" : "password"}
      className="flex flex-col gap-1.5"
    >
      <Label className="font-semibold">{label}</Label>
      <div className="relative">
        <Input ref={element} autoCapitalize="none" spellCheck={false} className={`${fieldLook} pe-12`} />
        {/* A plain button: react-aria's would take its part in the field from the field's context. */}
        <button
          type="button"
          aria-pressed={shown}
          aria-label={m.show_password()}
          onClick={() => setShown(!shown)}
          className="absolute end-0.5 top-0.5 inline-flex size-11 cursor-pointer items-center justify-center rounded-control text-muted hover:bg-sunken"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      </div>
      {hint && (
        <Text slot="description" className="text-sm text-muted">
          {hint}
        </Text>
      )}
      <FieldMessage label={label} />
    </TextField>
  );
}
