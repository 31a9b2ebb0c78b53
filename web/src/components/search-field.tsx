import { useEffect, useRef, useState } from "react";
import { TextField } from "./text-field";

interface SearchFieldProps {
  label: string;
  /** The name in a form that is sent without scripts. */
  name?: string;
  value: string;
  onChange: (value: string) => void;
}

const pause = 350;

/** Searches after a pause in typing. */
export function SearchField({ label, name, value, onChange }: SearchFieldProps) {
  // The typed text, until the field is left; after that the value of the address is shown.
  const [typed, setTyped] = useState<string>();
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function search(text: string): void {
    window.clearTimeout(timer.current);
    if (text.trim() !== value) onChange(text.trim());
  }

  return (
    <TextField
      label={label}
      name={name}
      type="search"
      autoComplete="off"
      value={typed ?? value}
      onChange={(text) => {
        setTyped(text);
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(() => search(text), pause);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && typed !== undefined) search(typed);
      }}
      onBlur={() => {
        if (typed !== undefined) search(typed);
        setTyped(undefined);
      }}
    />
  );
}
