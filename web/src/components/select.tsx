import { Check, ChevronDown } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { fieldLook } from "./field";
import { FieldMessage } from "./text-field";

export interface Option {
  /** What is sent. */
  id: string;
  /** What is read. */
  label: string;
}

interface SelectProps {
  label: string;
  name: string;
  options: Option[];
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  isDisabled?: boolean;
  isRequired?: boolean;
  autoFocus?: boolean;
}

/** One choice of a list that is too long for buttons. The empty text is no choice. */
export function Select({ label, options, value, onChange, placeholder, ...props }: SelectProps) {
  return (
    <AriaSelect
      {...props}
      selectedKey={value === "" ? null : value}
      onSelectionChange={(key) => onChange(key === null ? "" : String(key))}
      placeholder={placeholder}
      className="flex flex-col gap-1.5 outline-none"
    >
      {({ isInvalid }) => (
        <>
          <Label className="font-semibold">{label}</Label>
          <Button
            data-invalid={isInvalid || undefined}
            className={`${fieldLook} flex cursor-pointer items-center justify-between gap-2 py-2 text-start data-disabled:cursor-not-allowed data-disabled:bg-sunken data-disabled:text-muted`}
          >
            <SelectValue className="min-w-0 data-placeholder:text-muted" />
            <ChevronDown aria-hidden className="size-5 shrink-0 text-muted" />
          </Button>
          <FieldMessage label={label} />
          <Popover
            maxHeight={360}
            className="w-(--trigger-width) animate-appear overflow-y-auto rounded-card border border-line bg-surface p-2 text-ink shadow-raised"
          >
            <ListBox items={options} className="outline-none">
              {(option) => (
                <ListBoxItem
                  textValue={option.label}
                  className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-control px-3 py-2 outline-none data-focused:bg-brand-soft data-focused:text-brand-ink data-selected:font-semibold"
                >
                  {({ isSelected }) => (
                    <>
                      {option.label}
                      {isSelected && <Check aria-hidden className="size-5 shrink-0" />}
                    </>
                  )}
                </ListBoxItem>
              )}
            </ListBox>
          </Popover>
        </>
      )}
    </AriaSelect>
  );
}
