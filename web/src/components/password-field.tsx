import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Input } from "react-aria-components/Input";
import { m } from "../messages";
import { fieldLook } from "./field";
import { TextFrame, type TextFrameProps, useTextValue } from "./text-field";

interface PasswordFieldProps extends Omit<TextFrameProps, "type" | "isRequired"> {
  /** Tells password managers whether to fill one in or to suggest one. */
  autoComplete: "current-password" | "new-password";
}

/** A required password that can be shown, against typing errors on a phone. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const { element, field } = useTextValue<HTMLInputElement>(props);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextFrame {...props} {...field} isRequired type={shown ? "text" : "password"}>
      <div className="relative">
        <Input ref={element} autoCapitalize="none" spellCheck={false} className={`${fieldLook} pe-12`} />
        {/* A plain button: react-aria's would get props from the field's context. */}
        <button
          type="button"
          aria-pressed={shown}
          aria-label={m.password_show()}
          onClick={() => setShown(!shown)}
          className="absolute end-0.5 top-0.5 inline-flex size-11 cursor-pointer items-center justify-center rounded-control text-muted hover:bg-sunken"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      </div>
    </TextFrame>
  );
}
