import { ChevronDown, X } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox as AriaComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { fieldLook } from "./field-look";
import type { Option } from "./select";

interface ComboBoxProps {
  label: string;
  placeholder: string;
  /** The chosen option's id; the empty text is no choice. */
  value: string;
  /** What stands in the field for the choice. */
  valueLabel: string;
  onChange: (value: string) => void;
  /** The options for what is typed, best first. */
  suggest: (text: string) => Option[];
  showLabel: string;
  clearLabel: string;
  emptyLabel: string;
}

const buttonLook =
  "inline-flex size-11 cursor-pointer items-center justify-center rounded-control text-muted hover:bg-sunken";

/** A field that suggests while one types. Enter takes the best suggestion; an emptied field is no choice. */
export function ComboBox(props: ComboBoxProps) {
  const { label, placeholder, value, valueLabel, onChange, suggest } = props;
  // What is typed, until something is chosen or the field is left.
  const [typed, setTyped] = useState<string>();
  const options = suggest(typed ?? "");

  function choose(id: string): void {
    setTyped(undefined);
    if (id !== value) onChange(id);
  }

  return (
    <AriaComboBox
      items={options}
      inputValue={typed ?? valueLabel}
      selectedKey={value === "" ? null : value}
      onInputChange={(text) => {
        if (text === valueLabel) return setTyped(undefined);
        setTyped(text);
        if (text === "") choose("");
      }}
      onSelectionChange={(key) => {
        if (key !== null) choose(String(key));
      }}
      onBlur={() => setTyped(undefined)}
      defaultFilter={() => true}
      menuTrigger="focus"
      allowsEmptyCollection
      className="flex flex-col gap-1.5"
    >
      <Label className="font-semibold">{label}</Label>
      <div className="relative">
        <Input
          placeholder={placeholder}
          autoComplete="off"
          onKeyDown={(event) => {
            const best = options[0];
            const focused = event.currentTarget.getAttribute("aria-activedescendant");
            if (event.key === "Enter" && typed && best && !focused) choose(best.id);
          }}
          className={`${fieldLook} pe-24 placeholder:text-muted`}
        />
        <div className="absolute inset-y-0 end-0.5 flex items-center">
          {value !== "" && (
            <Button
              slot={null}
              aria-label={props.clearLabel}
              onPress={() => choose("")}
              className={buttonLook}
            >
              <X aria-hidden className="size-5" />
            </Button>
          )}
          <Button aria-label={props.showLabel} className={buttonLook}>
            <ChevronDown aria-hidden className="size-5" />
          </Button>
        </div>
      </div>
      <Popover className="w-(--trigger-width) animate-appear overflow-y-auto rounded-card border border-line bg-surface p-2 text-ink shadow-raised">
        <ListBox<Option>
          className="outline-none"
          renderEmptyState={() => <p className="px-3 py-2 text-muted">{props.emptyLabel}</p>}
        >
          {(option) => (
            <ListBoxItem
              textValue={option.label}
              className="flex min-h-11 cursor-pointer items-center rounded-control px-3 py-2 outline-none data-focused:bg-brand-soft data-focused:text-brand-ink data-selected:font-semibold"
            >
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
