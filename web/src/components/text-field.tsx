import { type ReactNode, useId, useRef, useState } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextField as AriaTextField, type TextFieldProps } from "react-aria-components/TextField";
import { useEarlyInput } from "./early";
import { fieldLook, fieldMessage } from "./field";

export function FieldMessage({ label }: { label: string }) {
  return (
    <FieldError className="text-blood-ink">
      {({ validationDetails, validationErrors }) => fieldMessage(label, validationDetails, validationErrors)}
    </FieldError>
  );
}

/** What stands in a field of text: its owner's, or its own state; for react-aria's field and for the element in it. */
export function useTextValue<E extends HTMLInputElement | HTMLTextAreaElement>({
  value,
  defaultValue = "",
  onChange,
}: TextFieldProps) {
  const element = useRef<E>(null);
  const [own, setOwn] = useState(defaultValue);
  const text = value ?? own;

  function change(typed: string): void {
    setOwn(typed);
    onChange?.(typed);
  }

  useEarlyInput(element, ({ value: typed }) => {
    if (typed !== text) change(typed);
  });
  return { element, field: { value: text, onChange: change } };
}

export interface TextFrameProps extends Omit<TextFieldProps, "className" | "children"> {
  label: string;
  /** What helps to fill it in, below the field. */
  hint?: string;
}

/** Around the element that is typed in: its label, what helps, and what is wrong with it. */
export function TextFrame({ label, hint, children, ...props }: TextFrameProps & { children: ReactNode }) {
  return (
    <AriaTextField {...props} className="flex flex-col gap-1.5">
      <Label className="font-semibold">{label}</Label>
      {children}
      {hint && (
        <Text slot="description" className="text-sm text-muted">
          {hint}
        </Text>
      )}
      <FieldMessage label={label} />
    </AriaTextField>
  );
}

interface LineProps extends TextFrameProps {
  placeholder?: string;
  /** What the browser offers while one types; anything else may be typed too. */
  suggestions?: readonly string[];
}

export function TextField({ placeholder, suggestions, ...props }: LineProps) {
  const { element, field } = useTextValue<HTMLInputElement>(props);
  const listId = useId();
  // Browsers fill these in by the same name.
  const filledInAs = props.type === "email" || props.type === "tel" ? props.type : undefined;
  return (
    <TextFrame autoComplete={filledInAs} {...props} {...field}>
      <Input
        ref={element}
        placeholder={placeholder}
        list={suggestions && listId}
        className={`${fieldLook} placeholder:text-muted`}
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </TextFrame>
  );
}
