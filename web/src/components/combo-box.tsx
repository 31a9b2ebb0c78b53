/**
 * A field that suggests while one types (the ARIA pattern "editable combobox with list autocomplete"). Our own:
 * react-aria's brings 40 KB for lists of any length, a third of what /viewdoctors may weigh for its 14 districts.
 */
import { ChevronDown, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useEarlyInput } from "./early";
import { fieldLook } from "./field";
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
  /** Told what is typed, where the options have to be fetched for it. */
  onType?: (text: string) => void;
  showLabel: string;
  clearLabel: string;
  emptyLabel: string;
}

const buttonLook =
  "inline-flex size-11 cursor-pointer items-center justify-center rounded-control text-muted hover:bg-sunken";

/** Enter takes the marked suggestion, or the best for what is typed; an emptied field is no choice. */
export function ComboBox(props: ComboBoxProps) {
  const { label, placeholder, value, valueLabel, onChange, suggest } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // What is typed, until something is chosen or the field is left.
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const options = suggest(typed ?? "");
  const optionId = (place: number) => `${id}-${place}`;

  function open(): void {
    setOpen(true);
    setMarked(-1);
  }

  function close(): void {
    setOpen(false);
    setTyped(undefined);
    props.onType?.("");
  }

  function type(text: string): void {
    setTyped(text);
    props.onType?.(text);
  }

  useEarlyInput(field, (input) => {
    if (input.value === valueLabel) return;
    type(input.value);
    if (input === document.activeElement) open();
  });

  function choose(chosen: string): void {
    close();
    if (chosen !== value) onChange(chosen);
  }

  function move(step: number): void {
    if (!isOpen) {
      open();
    } else if (options.length > 0) {
      const next = (Math.max(marked, step < 0 ? 0 : -1) + step + options.length) % options.length;
      setMarked(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
    }
  }

  function press(event: KeyboardEvent): void {
    const best = options[marked] ?? (typed ? options[0] : undefined);
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && isOpen && best) choose(best.id);
    else if (event.key === "Escape" && isOpen) close();
    else return;
    event.preventDefault();
  }

  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          ref={field}
          id={id}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen && marked >= 0 ? optionId(marked) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={typed ?? valueLabel}
          onChange={({ target }) => {
            open();
            type(target.value);
            if (target.value === "" && value !== "") onChange("");
          }}
          onClick={open}
          onKeyDown={press}
          onBlur={close}
          className={`${fieldLook} pe-24 placeholder:text-muted`}
        />
        <div className="absolute inset-y-0 end-0.5 flex items-center">
          {value !== "" && (
            <button
              type="button"
              aria-label={props.clearLabel}
              onClick={() => {
                choose("");
                field.current?.focus();
              }}
              className={buttonLook}
            >
              <X aria-hidden className="size-5" />
            </button>
          )}
          <button
            type="button"
            // The arrow keys open the list; with the keyboard this would be one stop more.
            tabIndex={-1}
            aria-label={props.showLabel}
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            // The field keeps the focus, without which the list closes.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              field.current?.focus();
              if (isOpen) close();
              else open();
            }}
            className={buttonLook}
          >
            <ChevronDown aria-hidden className="size-5" />
          </button>
        </div>
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          hidden={!isOpen || options.length === 0}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 animate-appear overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-raised"
        >
          {options.map((option, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus.
            <div
              key={option.id}
              id={optionId(place)}
              role="option"
              tabIndex={-1}
              aria-selected={option.id === value}
              data-marked={place === marked || undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option.id)}
              className="flex min-h-11 cursor-pointer items-center rounded-control px-3 py-2 hover:bg-sunken aria-selected:font-semibold data-marked:bg-brand-soft data-marked:text-brand-ink"
            >
              {option.label}
            </div>
          ))}
        </div>
        <p role="status" className={isOpen && options.length === 0 ? "mt-1.5 text-muted" : "sr-only"}>
          {isOpen && options.length === 0 && props.emptyLabel}
        </p>
      </div>
    </div>
  );
}
