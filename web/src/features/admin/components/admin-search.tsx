/**
 * Finds people and bookings as one types (the ARIA pattern "editable combobox with list autocomplete", in groups): by
 * name, number, e-mail or id.
 */
import { useQuery } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { fieldLook } from "../../../components/field";
import { failureText } from "../../../lib/failure";
import { m } from "../../../paraglide/messages";
import { searchQuery, shortestSearch } from "../api";
import { addressOf, type Hit, hitsByKind, type Kind } from "../search-hits";
import { SearchResults } from "./search-results";

interface AdminSearchProps {
  /** The field was asked for with a press, and goes away again. */
  onLeave?: () => void;
}

const pause = 250;

export function AdminSearch({ onLeave }: AdminSearchProps) {
  const id = useId();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const q = useSettled(typed.trim());
  const search = useQuery(searchQuery(q));

  const isShown = isOpen && typed.trim().length >= shortestSearch;
  const isBusy = q !== typed.trim() || search.isFetching;
  const groups = isShown ? hitsByKind(search.data) : [];
  const found = groups.flatMap(({ kind, hits }) => hits.map((hit) => ({ kind, hit })));
  const note = search.error && !search.data ? failureText(search.error) : foundText(q, found.length);
  const optionId = (place: number) => `${id}-${place}`;

  const isAskedFor = onLeave !== undefined;
  useEffect(() => {
    if (isAskedFor) field.current?.focus();
  }, [isAskedFor]);

  function leave(): void {
    setOpen(false);
    setTyped("");
    setMarked(-1);
    onLeave?.();
  }

  function choose(kind: Kind, hit: Hit): void {
    leave();
    navigate(addressOf(kind, hit));
  }

  function move(step: number): void {
    setOpen(true);
    if (found.length === 0) return;
    const next = (Math.max(marked, step < 0 ? 0 : -1) + step + found.length) % found.length;
    setMarked(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
  }

  function press(event: KeyboardEvent): void {
    const best = found[marked] ?? (isBusy ? undefined : found[0]);
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && best) choose(best.kind, best.hit);
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
  }

  return (
    <search className="relative block w-full">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-4 my-auto size-5 text-muted"
      />
      <input
        ref={field}
        role="combobox"
        inputMode="search"
        enterKeyHint="search"
        aria-label={m.admin_search_label()}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={found[marked] ? optionId(marked) : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={m.admin_search_placeholder()}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setOpen(true);
          setMarked(-1);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
        className={`${fieldLook} ps-12 pe-12 truncate placeholder:text-muted`}
      />
      {(typed !== "" || onLeave) && (
        <button
          type="button"
          aria-label={onLeave ? m.admin_search_close() : m.admin_search_clear()}
          // The field keeps the focus, without which the list would close before the press ends.
          onMouseDown={(event) => event.preventDefault()}
          onClick={leave}
          className="absolute inset-y-0 end-0.5 my-auto inline-flex size-11 cursor-pointer items-center justify-center rounded-control text-muted hover:bg-sunken"
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
      {isShown && (
        <SearchResults
          id={`${id}-list`}
          groups={groups}
          marked={marked}
          optionId={optionId}
          isBusy={isBusy}
          note={note}
          onChoose={choose}
        />
      )}
      <p role="status" className="sr-only">
        {isShown && !isBusy && note}
      </p>
    </search>
  );
}

function foundText(q: string, count: number): string {
  if (count === 0) return m.admin_search_none({ q });
  return count === 1 ? m.admin_search_count_one() : m.admin_search_count({ count });
}

/** The text once nobody has typed for a moment: the server is not asked at every letter. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), pause);
    return () => window.clearTimeout(timer);
  }, [text]);
  return settled;
}
