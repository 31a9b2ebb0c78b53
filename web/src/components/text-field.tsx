import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextField as AriaTextField, type TextFieldProps } from "react-aria-components/TextField";
import { fieldLook, fieldMessage } from "./field";
import { usePreHydrationInput } from "./pre-hydration";

export function FieldMessage({ label }: { label: string }) {
  return (
    <FieldError className="text-blood-ink">
      {({ validationDetails, validationErrors }) => fieldMessage(label, validationDetails, validationErrors)}
    </FieldError>
  );
}

/** The value of a text field, controlled or not, for react-aria's field and its element. */
export function useTextValue<E extends HTMLInputElement | HTMLTextAreaElement>({
  value,
  defaultValue = "",
  autoFocus,
  onChange,
}: TextFieldProps) {
  const element = useRef<E>(null);
  const isFirst = useRef(autoFocus);
  const [own, setOwn] = useState(defaultValue);
  const text = value ?? own;

  function change(typed: string): void {
    setOwn(typed);
    onChange?.(typed);
  }

  usePreHydrationInput(element, ({ value: typed }) => {
    if (typed !== text) change(typed);
  });
  // react-aria focuses without scrolling: a form that replaces a longer one would have its field out of sight.
  useEffect(() => {
    if (isFirst.current) element.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return { element, field: { value: text, onChange: change } };
}

export interface TextFrameProps extends Omit<TextFieldProps, "className" | "children"> {
  label: string;
  /** The hint below the field. */
  hint?: ReactNode;
}

/** Label, hint and error of a text field. */
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
  /** Suggestions of the browser; any other text is allowed too. */
  suggestions?: readonly string[];
}

export function TextField({ placeholder, suggestions, ...props }: LineProps) {
  const { element, field } = useTextValue<HTMLInputElement>(props);
  const listId = useId();
  // For autofill.
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
