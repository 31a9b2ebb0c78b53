/**
 * Keys and roles of a text field with suggestions: the ARIA pattern "editable combobox with list
 * autocomplete". The field keeps the focus and has the keys; the arrows mark a suggestion, Enter takes it.
 */
import { type KeyboardEvent, type MouseEvent, useId, useState } from "react";

interface Suggestions {
  /** How many are listed. */
  count: number;
  isOpen: boolean;
  onOpen: () => void;
  /** The suggestion that Enter selects while none is marked. */
  best?: number;
  onChoose: (place: number) => void;
  /** Undefined if the key is not handled here. */
  onEscape?: () => void;
}

export function useSuggestions({ count, isOpen, onOpen, best, onChoose, onEscape }: Suggestions) {
  const id = useId();
  const listId = `${id}-list`;
  const optionId = (place: number) => `${id}-${place}`;
  const [reached, setReached] = useState(-1);
  const marked = isOpen && reached < count ? reached : -1;

  function move(step: number): void {
    if (!isOpen) {
      onOpen();
    } else if (count > 0) {
      const next = (Math.max(marked, step < 0 ? 0 : -1) + step + count) % count;
      setReached(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
    }
  }

  function press(event: KeyboardEvent): void {
    const chosen = marked >= 0 ? marked : best;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && isOpen && chosen !== undefined) onChoose(chosen);
    else if (event.key === "Escape" && onEscape) onEscape();
    else return;
    event.preventDefault();
  }

  return {
    id,
    listId,
    unmark: () => setReached(-1),
    field: {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": isOpen,
      "aria-controls": listId,
      "aria-activedescendant": marked >= 0 ? optionId(marked) : undefined,
      autoComplete: "off",
      spellCheck: false,
      onKeyDown: press,
    } as const,
    option: (place: number, isSelected = place === marked) =>
      ({
        id: optionId(place),
        role: "option",
        tabIndex: -1,
        "aria-selected": isSelected,
        "data-marked": place === marked || undefined,
        // The field keeps the focus; otherwise the list would close before the press ends.
        onMouseDown: (event: MouseEvent) => event.preventDefault(),
        onClick: () => onChoose(place),
      }) as const,
  };
}
