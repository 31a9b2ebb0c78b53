/**
 * A text field with suggestions. Our own, because react-aria's adds 40 KB, a third of the budget of
 * /viewdoctors.
 */
import { ChevronDown, X } from "lucide-react";
import { useRef, useState } from "react";
import { useHydrated } from "../lib/hydrated";
import type { Option } from "../lib/profile-values";
import { fieldLook } from "./field";
import { usePreHydrationInput } from "./pre-hydration";
import { useSuggestions } from "./suggestions";

interface ComboBoxProps {
  label: string;
  /** The name in a form that is sent without scripts. */
  name?: string;
  placeholder: string;
  /** The selected option's id; the empty text means none. */
  value: string;
  /** The text of the selected option in the field. */
  valueLabel: string;
  onChange: (value: string) => void;
  /** The suggestions for the typed text, best first. */
  suggest: (text: string) => Option[];
  /** Called with the typed text, if options have to be fetched for it. */
  onType?: (text: string) => void;
  showLabel: string;
  clearLabel: string;
  emptyLabel: string;
}

const buttonLook =
  "inline-flex size-11 cursor-pointer items-center justify-center rounded-control text-muted hover:bg-sunken";

const bare = (text: string) => text.replace(/\s/g, "").toLowerCase();

/**
 * Enter selects the marked suggestion, or the best one; leaving the field selects the one that is typed in full. An empty field selects
 * none.
 */
export function ComboBox(props: ComboBoxProps) {
  const { label, name, placeholder, value, valueLabel, onChange, suggest } = props;
  const field = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  // The typed text, until an option is selected or the field is left.
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const options = suggest(typed ?? "");
  const { id, listId, unmark, ...suggestions } = useSuggestions({
    count: options.length,
    isOpen,
    onOpen: open,
    best: typed && options.length > 0 ? 0 : undefined,
    onChoose: (place) => choose(options[place]?.id ?? ""),
    onEscape: isOpen ? close : undefined,
  });

  function open(): void {
    setOpen(true);
    unmark();
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

  usePreHydrationInput(field, (input) => {
    if (input.value === valueLabel) return;
    type(input.value);
    if (input === document.activeElement) open();
  });

  function choose(chosen: string): void {
    close();
    if (chosen !== value) onChange(chosen);
  }

  function leave(): void {
    const written = bare(typed ?? "");
    const named = options.find(({ id, label }) => written && [id, label].map(bare).includes(written));
    if (named) choose(named.id);
    else close();
  }

  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...suggestions.field}
          ref={field}
          id={id}
          name={name}
          placeholder={placeholder}
          value={typed ?? valueLabel}
          onChange={({ target }) => {
            open();
            type(target.value);
            if (target.value === "" && value !== "") onChange("");
          }}
          onClick={open}
          onBlur={leave}
          className={`${fieldLook} pe-24 placeholder:text-muted`}
        />
        <div className="absolute inset-y-0 end-0.5 flex items-center">
          {hydrated && value !== "" && (
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
            // Not in the tab order, where it would be one more stop: the arrow keys open the list.
            tabIndex={-1}
            aria-label={props.showLabel}
            aria-expanded={isOpen}
            aria-controls={listId}
            // The field keeps the focus; otherwise the list closes.
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
          id={listId}
          role="listbox"
          aria-label={label}
          hidden={!isOpen || options.length === 0}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 animate-appear overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-raised"
        >
          {options.map((option, place) => (
            <div
              key={option.id}
              {...suggestions.option(place, option.id === value)}
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
