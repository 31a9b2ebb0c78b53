import { useRef, useState } from "react";
import type { TextFieldProps } from "react-aria-components/TextField";
import { useEarlyInput } from "./early-input";

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
