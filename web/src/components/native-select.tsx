import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { fieldLook } from "./field-look";
import type { Option } from "./select";

interface NativeSelectProps {
  label: string;
  options: Option[];
  value: string;
  onChange: (value: string) => void;
}

/** The browser's own select: a phone's own list, and nothing to download. For pages of the first visit. */
export function NativeSelect({ label, options, value, onChange }: NativeSelectProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${fieldLook} cursor-pointer appearance-none pe-12`}
        >
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 end-4 my-auto size-5 text-muted"
        />
      </div>
    </div>
  );
}
